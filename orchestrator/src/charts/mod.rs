//! Charts apart from chats: what is edited is checked, queries run again, and what is due is refreshed.

mod changes;
mod error;
mod exports;
mod maker;
mod refresh;
mod snippets;
mod supervisor;
mod texts;

pub use changes::{Changes, compare_versions};
pub use error::{ChartBuildError, RefreshError};
pub use exports::{ChartDocument, chart_document, write_csv};
pub use maker::{ChartMaker, QueriedRows, RequestedQuery, check_over_rows};
pub use refresh::Refreshed;
pub use snippets::{python_snippet, r_snippet, readable_json};
pub use supervisor::RefreshSupervisor;
pub use texts::is_stale_note;
