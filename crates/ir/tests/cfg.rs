//! Control flow: edges of every instruction; orders and components against their definitions on random graphs.

mod build;

use build::{label, procedure, program_of};
use ir::cfg::{Calls, Flow};
use ir::dice::Dice;
use ir::order::Order;
use ir::{Action, AssertId, BoolVar, Condition, Label, ProcId, Variable};

type Graph = Vec<Vec<u32>>;

fn random_graph(dice: &mut Dice) -> Graph {
    let count = 1 + dice.below(9);
    let density = dice.below(3);
    let edges =
        |dice: &mut Dice| (0..=dice.below(density + 2)).map(|_| dice.below(count)).collect::<Vec<_>>();
    (0..count).map(|_| if dice.one_in(5) { Vec::new() } else { edges(dice) }).collect()
}

/// For each pair of nodes whether a path of at least one edge leads from one to the other.
fn paths(graph: &Graph) -> Vec<Vec<bool>> {
    let count = graph.len();
    let mut leads = vec![vec![false; count]; count];
    for (source, targets) in graph.iter().enumerate() {
        targets.iter().for_each(|&target| leads[source][target as usize] = true);
    }
    for middle in 0..count {
        for source in 0..count {
            for target in 0..count {
                leads[source][target] |= leads[source][middle] && leads[middle][target];
            }
        }
    }
    leads
}

#[test]
fn an_order_has_what_is_reached_once() {
    let mut dice = Dice::new(1);
    for _ in 0..2_000 {
        let graph = random_graph(&mut dice);
        let order = Order::of(&graph, [0]);
        let leads = paths(&graph);
        let mut nodes: Vec<u32> = order.items().iter().map(|item| item.node).collect();
        nodes.sort_unstable();
        let reached = |node: &u32| *node == 0 || leads[0][*node as usize];
        assert_eq!(nodes, (0..graph.len() as u32).filter(reached).collect::<Vec<_>>(), "{graph:?}");
        for (place, item) in order.items().iter().enumerate() {
            assert_eq!(order.place(item.node), Some(place));
        }
    }
}

#[test]
fn components_are_nested_and_depths_count_them() {
    let mut dice = Dice::new(2);
    for _ in 0..2_000 {
        let graph = random_graph(&mut dice);
        let order = Order::of(&graph, [0]);
        let ranges: Vec<_> = order.items().iter().filter_map(|item| order.component(item.node)).collect();
        for one in &ranges {
            for other in &ranges {
                let apart = one.end <= other.start || other.end <= one.start;
                let inside = |a: &std::ops::Range<usize>, b: &std::ops::Range<usize>| {
                    b.start <= a.start && a.end <= b.end
                };
                assert!(apart || inside(one, other) || inside(other, one), "{graph:?}");
            }
        }
        for (place, item) in order.items().iter().enumerate() {
            assert_eq!(item.depth, ranges.iter().filter(|range| range.contains(&place)).count(), "{graph:?}");
        }
    }
}

#[test]
fn an_edge_backwards_enters_the_head_of_a_component_of_its_source() {
    let mut dice = Dice::new(3);
    let mut backwards = 0;
    for _ in 0..5_000 {
        let graph = random_graph(&mut dice);
        let order = Order::of(&graph, [0]);
        for item in order.items() {
            let from = order.place(item.node).expect("it is in the order");
            for &target in &graph[item.node as usize] {
                let to = order.place(target).expect("a successor of what is reached is reached");
                assert_eq!(to <= from, order.is_back_edge(item.node, target), "{graph:?}");
                if to <= from {
                    backwards += 1;
                    assert!(order.is_head(target), "{graph:?}");
                    let component = order.component(target).expect("the target is a head");
                    assert!(component.contains(&from), "{graph:?}");
                }
            }
        }
    }
    assert!(backwards > 5_000, "the graphs have circles");
}

#[test]
fn every_head_is_on_a_circle_and_every_circle_has_a_head() {
    let mut dice = Dice::new(4);
    for _ in 0..2_000 {
        let graph = random_graph(&mut dice);
        let order = Order::of(&graph, [0]);
        let leads = paths(&graph);
        let heads = |node: u32| order.is_head(node);
        for item in order.items().iter().filter(|item| heads(item.node)) {
            assert!(leads[item.node as usize][item.node as usize], "{graph:?}");
        }
        let without_heads: Graph = (0..graph.len() as u32)
            .map(|node| if heads(node) { Vec::new() } else { graph[node as usize].clone() })
            .collect();
        let leads = paths(&without_heads);
        for item in order.items() {
            assert!(!leads[item.node as usize][item.node as usize], "{graph:?}");
        }
    }
}

#[test]
fn outermost_components_are_strongly_connected() {
    let mut dice = Dice::new(5);
    for _ in 0..2_000 {
        let graph = random_graph(&mut dice);
        let order = Order::of(&graph, [0]);
        let leads = paths(&graph);
        let mut group = vec![None; graph.len()];
        let mut end = 0;
        for (place, item) in order.items().iter().enumerate() {
            if place >= end {
                end = item.end.unwrap_or(place + 1);
            }
            group[item.node as usize] = Some(end);
        }
        for one in order.items() {
            for other in order.items() {
                let (a, b) = (one.node as usize, other.node as usize);
                assert_eq!(group[a] == group[b], a == b || (leads[a][b] && leads[b][a]), "{graph:?}");
            }
        }
    }
}

/// The running example of [BOU93], with nodes 1 to 8 as 0 to 7: 1 2 (3 4 (5 6) 7) 8.
#[test]
fn the_example_of_the_paper() {
    let graph: Graph =
        vec![vec![1], vec![2, 7], vec![3], vec![4, 6], vec![5], vec![4, 6], vec![2, 7], vec![]];
    let order = Order::of(&graph, [0]);
    assert_eq!(order.items().iter().map(|item| item.node).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
    let ends: Vec<_> = order.items().iter().map(|item| item.end).collect();
    assert_eq!(ends, [None, None, Some(7), None, Some(6), None, None, None]);
}

#[test]
fn a_long_path_and_a_long_circle_cost_no_stack() {
    let count = 200_000;
    let path: Graph = (0..count).map(|node| if node + 1 < count { vec![node + 1] } else { vec![] }).collect();
    assert_eq!(Order::of(&path, [0]).items().len(), count as usize);
    let circle: Graph = (0..count).map(|node| vec![(node + 1) % count]).collect();
    assert_eq!(Order::of(&circle, [0]).component(0), Some(0..count as usize));
}

#[test]
fn edges_follow_the_instructions() {
    let flow = Flow::of(&procedure([
        Action::Havoc(Variable::Bool(BoolVar(0))),
        Action::Branch(Condition::TRUE, label(4)),
        Action::Branch(Condition::TRUE, label(3)),
        Action::Jump(label(1)),
        Action::Assert(AssertId(0), Condition::TRUE),
        Action::Call(ProcId(0), vec![], None),
        Action::Return(None),
        Action::Abort,
        Action::Halt,
        Action::Assume(Condition::TRUE),
    ]));
    let successors = |at| flow.successors(label(at)).map(|label| label.0).collect::<Vec<_>>();
    let expected: [&[u32]; 10] = [&[1], &[2, 4], &[3], &[1], &[5], &[6], &[], &[], &[], &[]];
    for (at, expected) in expected.into_iter().enumerate() {
        assert_eq!(successors(at), expected, "{at}");
        for target in flow.successors(label(at)) {
            assert!(flow.predecessors(target).any(|source| source == label(at)));
        }
    }
    assert_eq!(flow.predecessors(label(1)).collect::<Vec<_>>(), [Label(0), Label(3)]);
    let reachable: Vec<bool> = (0..10).map(|at| flow.is_reachable(label(at))).collect();
    assert_eq!(reachable, [true, true, true, true, true, true, true, false, false, false]);
    assert_eq!(flow.back_edges().collect::<Vec<_>>(), [(Label(3), Label(1))]);
    let heads: Vec<usize> = (0..10).filter(|&at| flow.is_loop_head(label(at))).collect();
    assert_eq!(heads, [1]);
}

#[test]
fn an_empty_procedure_has_no_labels() {
    assert_eq!(Flow::of(&procedure([])).order().items(), []);
}

#[test]
fn calls_are_grouped_as_reachability_says() {
    let mut dice = Dice::new(6);
    for _ in 0..1_000 {
        let graph = random_graph(&mut dice);
        let call = |&callee: &u32| Action::Call(ProcId(callee), vec![], None);
        let program = program_of(graph.iter().map(|callees| procedure(callees.iter().map(call))).collect());
        let calls = Calls::of(&program);
        let leads = paths(&graph);
        let groups = calls.groups();
        let group =
            |procedure: usize| groups.iter().position(|group| group.contains(&ProcId(procedure as u32)));
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), graph.len());
        for a in 0..graph.len() {
            let this = ProcId(a as u32);
            assert_eq!(calls.is_recursive(this), leads[a][a], "{graph:?}");
            assert_eq!(calls.is_reachable(this), a == 0 || leads[0][a], "{graph:?}");
            for other in (0..graph.len() as u32).map(ProcId) {
                let b = other.index();
                assert_eq!(group(a) == group(b), a == b || (leads[a][b] && leads[b][a]), "{graph:?}");
                let direct = graph[a].contains(&other.0);
                assert!(!direct || group(b) <= group(a), "callees come first: {graph:?}");
                assert_eq!(
                    calls.callees(this).filter(|&callee| callee == other).count(),
                    usize::from(direct)
                );
                assert_eq!(
                    calls.callers(other).filter(|&caller| caller == this).count(),
                    usize::from(direct)
                );
            }
        }
    }
}
