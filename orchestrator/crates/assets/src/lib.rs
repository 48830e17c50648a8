//! The built web client, inside the binary.
