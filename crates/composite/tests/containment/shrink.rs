//! A smaller program with the same fault: instructions are taken out one by one while it stays.

use ir::{Action, Label, Program};

/// A program that fails and of which no instruction can be left out.
pub(crate) fn smallest(program: &Program, fails: &dyn Fn(&Program) -> bool) -> Program {
    let mut program = program.clone();
    let mut before = usize::MAX;
    while program.procedures[program.entry.index()].code.len() < before {
        before = program.procedures[program.entry.index()].code.len();
        // From the end, so that the numbers of the instructions that are left to try stay the same.
        for at in (0..before).rev() {
            let smaller = without(&program, at);
            if ir::validate(&smaller).is_ok() && fails(&smaller) {
                program = smaller;
            }
        }
    }
    program
}

/// The program without one instruction of its entry; what jumped to it goes to the next.
fn without(program: &Program, at: usize) -> Program {
    let mut program = program.clone();
    let code = &mut program.procedures[program.entry.index()].code;
    code.remove(at);
    for instruction in code {
        if let Action::Jump(Label(to)) | Action::Branch(_, Label(to)) = &mut instruction.action
            && *to as usize > at
        {
            *to -= 1;
        }
    }
    program
}
