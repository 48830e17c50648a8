//! The tokens, passwords and words of the authentication contract.
