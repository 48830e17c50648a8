//! The binary `portolan`: reads the command line and hands over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    portolan::boot::main()
}
