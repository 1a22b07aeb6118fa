//! `stringent horn`: a program, or a file of Horn clauses, as Horn clauses in SMT-LIB.
//!
//! Strings are native, or lists and ghosts as `--encoding` chooses. What the clauses say more than the program stands in
//! comments at the beginning.

use crate::escape;
use crate::failure::Failure;
use crate::findings::source::Source;
use crate::machine::regular;
use crate::output;
use crate::question::arguments::HornQuestion;
use crate::report::files;
use crate::work::front;

/// Prints the clauses of a file.
pub(crate) fn answer(question: &HornQuestion) -> Result<(), Failure> {
    let path = &question.path;
    let wrong = |why: String| Failure::wrong(format!("{}: {why}", escape::path(path)));
    let is_text = files::has_clauses(path);
    if !files::is_known(path) {
        return Err(wrong(files::unknown()));
    }
    let bytes = regular::read(path, regular::MOST).map_err(wrong)?;
    let encoding = question.encoding.as_deref();
    let clauses = if is_text {
        let text = String::from_utf8(bytes).map_err(|_| wrong("not UTF-8".to_owned()))?;
        verifier::clauses_of_text(&text, encoding, question.budget)
    } else {
        let source = Source::at(path, &bytes);
        let program = front::program(&source, &bytes).map_err(wrong)?;
        verifier::clauses_of_program(&program, encoding, question.budget)
    };
    output::print(&clauses.map_err(|why| wrong(escape::lines(&why)))?)
}
