//! A scripted model endpoint that can misbehave, for tests and benches.
