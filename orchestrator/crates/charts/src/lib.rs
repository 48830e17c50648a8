//! Chart kinds, and the checks of a chart before it is drawn.
//!
//! Pure: [`check`] takes what a model wrote and the columns of a query's result, and gives a chart
//! that is safe to draw and means something, or errors that say what to do. The model reads them.

mod changes;
mod error;
mod flow;
mod kinds;
mod metric;
mod mindmap;
mod plot;
mod reader;
mod request;
mod table;
mod timeline;

pub use changes::{
    ChangedCell, ChangedRow, DocumentChange, RowChanges, document_changes, row_changes,
};
pub use error::{ChartError, ChartErrors};
pub use kinds::{KINDS, Kind, check_chart, warm_schemas};
pub use request::{ChartRequest, CheckedChart};
