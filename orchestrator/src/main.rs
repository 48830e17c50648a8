//! The binary `portolan`.

fn main() {}
