//! Domain types that http, chat and store share; no SQL, no HTTP.
