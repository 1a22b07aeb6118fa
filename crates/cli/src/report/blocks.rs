//! Which findings of a file are told together, so that a reader is told everything once.
//!
//! Proofs of one place that follow each other share its line and their facts. Properties that the same place leaves undecided
//! are one block, at that place: what is not followed there is what a reader can do something about.

use verifier::Span;

use crate::findings::finding::{Finding, Word};

/// Findings that are told together, in the order of the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block<'a> {
    /// One by itself, or proofs of one place.
    At(Vec<&'a Finding>),
    /// Two or more that one place leaves undecided, and the place.
    Behind(Vec<&'a Finding>, Span),
}

/// The findings of a file, in blocks. A block stands where its first finding does.
pub(crate) fn blocks(findings: &[Finding]) -> Vec<Block<'_>> {
    let mut blocks: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let earlier = blocks.iter_mut().rev();
        let joined = match cause(finding) {
            Some(_) => earlier.into_iter().find(|block| has_same_cause(block[0], finding)),
            None => earlier.into_iter().next().filter(|block| is_proved_with(block[0], finding)),
        };
        match joined {
            Some(block) => block.push(finding),
            None => blocks.push(vec![finding]),
        }
    }
    blocks.into_iter().map(Block::of).collect()
}

impl<'a> Block<'a> {
    fn of(findings: Vec<&'a Finding>) -> Block<'a> {
        match cause(findings[0]) {
            Some(place) if findings.len() > 1 => Block::Behind(findings, place),
            Some(_) | None => Block::At(findings),
        }
    }
}

/// The place that leaves a finding undecided, unless it is excused.
fn cause(finding: &Finding) -> Option<Span> {
    finding.cause().filter(|_| finding.verdict == Word::Undecided && finding.counts())
}

fn has_same_cause(known: &Finding, finding: &Finding) -> bool {
    cause(known) == cause(finding) && known.reason == finding.reason
}

fn is_proved_with(known: &Finding, finding: &Finding) -> bool {
    let is_plain = |finding: &Finding| finding.verdict == Word::Proved && finding.page.is_none();
    is_plain(known) && is_plain(finding) && known.span() == finding.span()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::finding::Kind;

    fn finding(id: u32, verdict: Word, start: u32) -> Finding {
        let place = Span { file: 0, start, end: start + 1 };
        Finding { id, verdict, ..Finding::new(Kind::Assertion, place) }
    }

    fn ids(blocks: &[Block<'_>]) -> Vec<Vec<u32>> {
        let of = |block: &Block<'_>| match block {
            Block::At(findings) | Block::Behind(findings, _) => findings.iter().map(|one| one.id).collect(),
        };
        blocks.iter().map(of).collect()
    }

    #[test]
    fn proofs_of_one_place_are_told_together() {
        let proved = |id, start| finding(id, Word::Proved, start);
        let found = [proved(0, 3), proved(1, 3), finding(2, Word::Violated, 3), proved(3, 3), proved(4, 9)];
        assert_eq!(ids(&blocks(&found)), [vec![0, 1], vec![2], vec![3], vec![4]]);
    }

    #[test]
    fn what_one_place_leaves_open_is_told_once() {
        let open = |id, cause: Option<u32>| Finding {
            because_of: cause.map(|at| (0, at, at + 1)),
            ..finding(id, Word::Undecided, id)
        };
        let found = [open(0, Some(70)), finding(1, Word::Proved, 1), open(2, None), open(3, Some(70))];
        let found = [&found[..], &[open(4, Some(80))]].concat();
        let blocks = blocks(&found);
        assert_eq!(ids(&blocks), [vec![0, 3], vec![1], vec![2], vec![4]]);
        assert!(matches!(&blocks[0], Block::Behind(_, place) if place.start == 70));
        assert!(matches!(&blocks[3], Block::At(_)));
    }
}
