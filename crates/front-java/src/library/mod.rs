//! The classes of Java itself, as models over values.
//!
//! A model knows values and `ir::emit`, nothing of class files or of the heap. What has no model is for the caller
//! to over-approximate; nothing is modelled here yet.
