//! What an action makes of a case.
//!
//! The constraints are those of `verdict::relation`, which the checker reads too, so that what is found here is what can be
//! shown there.

use ir::{Action, BoolVar, Condition, Label, Literal, Program, Quantity, Test, Variable};
use linear::{Row, Sign};
use verdict::plain::Words;
use verdict::relation::{
    Case, MOST_DISJUNCTS, disjuncts, length_after, lengths_of_words, literal_cases, value_after,
};

use crate::quantities::{AFTER, SOME, number, row};
use crate::state::State;

/// An edge from a label: where it leads, when it is taken and what changes on it.
pub(crate) struct Edge {
    pub(crate) to: Label,
    pub(crate) condition: Condition,
    pub(crate) change: Change,
}

/// What an action does to quantities and booleans.
pub(crate) enum Change {
    Nothing,
    /// A quantity gets a new value, in cases of which one holds.
    Quantity(Quantity, Vec<Case>),
    /// A boolean gets the value of a condition.
    Boolean(BoolVar, Condition),
    /// A boolean gets any value.
    AnyBoolean(BoolVar),
}

/// The edges from a label.
pub(crate) fn edges(program: &Program, label: Label) -> Vec<Edge> {
    let procedure = &program.procedures[program.entry.index()];
    let next = Label(label.0 + 1);
    let edge = |to, condition: &Condition, change| Edge { to, condition: condition.clone(), change };
    let always = |change| vec![edge(next, &Condition::TRUE, change)];
    match &procedure.code[label.index()].action {
        Action::SetStr(var, value) => {
            always(Change::Quantity(Quantity::Length(*var), length_after(program, value)))
        }
        Action::SetInt(var, value, width) => {
            always(Change::Quantity(Quantity::Var(*var), value_after(value, *width)))
        }
        Action::SetBool(var, condition) => always(Change::Boolean(*var, condition.clone())),
        Action::Havoc(Variable::Bool(var)) => always(Change::AnyBoolean(*var)),
        Action::Havoc(Variable::Int(var)) => always(Change::Quantity(Quantity::Var(*var), vec![Vec::new()])),
        Action::Havoc(Variable::Str(var)) => {
            always(Change::Quantity(Quantity::Length(*var), vec![Vec::new()]))
        }
        Action::Assume(condition) => vec![edge(next, condition, Change::Nothing)],
        Action::Assert(..) => always(Change::Nothing),
        Action::Jump(to) => vec![edge(*to, &Condition::TRUE, Change::Nothing)],
        Action::Branch(condition, to) => vec![
            edge(*to, condition, Change::Nothing),
            edge(next, &condition.clone().negated(), Change::Nothing),
        ],
        Action::Return(_) | Action::Halt | Action::Abort => Vec::new(),
        Action::Call(..) => unreachable!("calls have been inlined before an analysis"),
    }
}

/// Over-approximates: the cases in which a run comes to the end of an edge, each as it comes.
pub(crate) fn follow(tables: &[Words], before: &State, edge: &Edge) -> Vec<State> {
    follow_each(tables, before, edge).into_iter().flatten().collect()
}

/// The same for each disjunct of the condition; a condition with too many is not looked at and has one.
pub(crate) fn follow_each(tables: &[Words], before: &State, edge: &Edge) -> Vec<Vec<State>> {
    let Some(all) = disjuncts(&edge.condition, MOST_DISJUNCTS) else {
        return vec![changed(tables, before, &edge.change)];
    };
    let each = |literals: &Vec<&Literal>| {
        let states = assumed(tables, before, literals);
        states.iter().flat_map(|state| changed(tables, state, &edge.change)).collect()
    };
    all.iter().map(each).collect()
}

/// The cases in which the literals hold as well.
fn assumed(tables: &[Words], before: &State, literals: &[&Literal]) -> Vec<State> {
    let mut states = vec![before.clone()];
    for literal in literals {
        if let Test::Bool(var) = literal.test {
            states.retain(|state| state.booleans.get(&var) != Some(&!literal.holds));
            states.iter_mut().for_each(|state| {
                state.booleans.insert(var, literal.holds);
            });
            continue;
        }
        let mut cases = literal_cases(literal);
        cases.iter_mut().for_each(|case| case.extend(lengths_of_words(literal, tables)));
        states =
            states.iter().flat_map(|state| cases.iter().filter_map(|case| state.assuming(case))).collect();
    }
    states
}

/// That lengths which rows speak of are 0 or more.
fn lengths(news: &[Row]) -> Vec<Row> {
    let names = news.iter().flat_map(Row::terms).map(|&(name, _)| name);
    let lengths = names.filter(|name| *name < AFTER && !name.is_multiple_of(2));
    lengths.filter_map(|name| Row::new([(name, -1)], 0, Sign::AtMostZero)).collect()
}

/// The cases after a change.
fn changed(tables: &[Words], before: &State, change: &Change) -> Vec<State> {
    match change {
        Change::Nothing => vec![before.clone()],
        Change::AnyBoolean(var) => vec![with_boolean(before, *var, None)],
        Change::Boolean(var, condition) => {
            let can = |condition: &Condition| {
                let all = disjuncts(condition, MOST_DISJUNCTS);
                all.is_none_or(|all| all.iter().any(|literals| !assumed(tables, before, literals).is_empty()))
            };
            let value = match (can(condition), can(&condition.clone().negated())) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                (true, true) | (false, false) => None,
            };
            vec![with_boolean(before, *var, value)]
        }
        Change::Quantity(quantity, cases) => {
            cases.iter().filter_map(|case| before.assigning(*quantity, case)).collect()
        }
    }
}

fn with_boolean(before: &State, var: BoolVar, value: Option<bool>) -> State {
    let mut after = before.clone();
    after.booleans.remove(&var);
    after.booleans.extend(value.map(|value| (var, value)));
    after
}

impl State {
    /// The state in which the constraints hold too; `None` when there is none.
    pub fn assuming(&self, case: &Case) -> Option<State> {
        let news: Vec<Row> =
            case.iter().filter_map(row).filter(|row| !self.rows.rows().contains(row)).collect();
        if news.is_empty() {
            return Some(self.clone());
        }
        let news = [lengths(&news), news].concat();
        let rows = self.rows.narrowed(news)?;
        Some(State { rows, ..self.clone() })
    }

    /// The state after a quantity got a value that satisfies the constraints; `None` when there is none.
    pub fn assigning(&self, quantity: Quantity, case: &Case) -> Option<State> {
        let (state, name) = (self.assuming(case)?, number(quantity));
        let rows = state.rows.without(name).without(SOME);
        let renamed = rows.renamed(|known| if known == AFTER { name } else { known });
        Some(State { rows: renamed, ..state })
    }
}
