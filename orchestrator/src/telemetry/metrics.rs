//! The metrics of this process, as Prometheus reads them.
//!
//! Code counts with the macros of the crate `metrics` where the work happens; without a recorder these do nothing.

use std::{sync::OnceLock, time::Duration};

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Samples of histograms are put into their buckets this often, also while nothing reads them.
const UPKEEP: Duration = Duration::from_secs(5);

/// Upper bounds in seconds: from a millisecond, the time of a local read, to the five minutes that a turn may take.
const BUCKETS: [f64; 16] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 30.0, 60.0, 300.0,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter,
    Gauge,
    /// Of seconds.
    Histogram,
}

/// A metric that the server exports.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    pub labels: &'static [&'static str],
    pub help: &'static str,
}

const fn metric(
    name: &'static str,
    kind: MetricKind,
    labels: &'static [&'static str],
    help: &'static str,
) -> Metric {
    Metric {
        name,
        kind,
        labels,
        help,
    }
}

use MetricKind::{Counter, Gauge, Histogram};

/// Every metric of the server. Dashboard, alerts and documentation name no other.
#[rustfmt::skip]
pub const METRICS: &[Metric] = &[
    metric("portolan_build_info", Gauge, &["version"], "Version of the server; the value is 1."),
    metric("portolan_http_requests_total", Counter, &["method", "route", "status"], "HTTP requests by route."),
    metric("portolan_http_request_seconds", Histogram, &["method", "route"], "Time to the end of a response; event streams are left out."),
    metric("portolan_http_requests_running", Gauge, &[], "HTTP requests without a response, and responses that are being sent."),
    metric("portolan_streams_open", Gauge, &[], "Open event streams."),
    metric("portolan_slow_viewers_total", Counter, &[], "Viewers that were disconnected because they read too slowly."),
    metric("portolan_websockets_open", Gauge, &[], "Open websockets."),
    metric("portolan_chats_live", Gauge, &[], "Chats in memory."),
    metric("portolan_turns_running", Gauge, &[], "Answers that are being written."),
    metric("portolan_turns_total", Counter, &["outcome"], "Finished turns by outcome."),
    metric("portolan_turns_refused_total", Counter, &["reason"], "Messages that began no turn, by reason."),
    metric("portolan_turns_resumed_total", Counter, &[], "Turns that continued after an interruption."),
    metric("portolan_turn_seconds", Histogram, &["outcome"], "Time from a message to the end of its turn."),
    metric("portolan_turn_first_token_seconds", Histogram, &[], "Time from a message to the first text of its answer."),
    metric("portolan_commit_seconds", Histogram, &[], "Time to write events of a chat to the database."),
    metric("portolan_commit_retries_total", Counter, &[], "Commits that were tried again because the database was busy."),
    metric("portolan_model_call_seconds", Histogram, &["model"], "Time of a model call."),
    metric("portolan_model_first_token_seconds", Histogram, &["model"], "Time to the first output of a model call."),
    metric("portolan_model_errors_total", Counter, &["model", "code"], "Failed model calls."),
    metric("portolan_model_tokens_total", Counter, &["model", "direction"], "Tokens read (`input`) and written (`output`) by models."),
    metric("portolan_model_fallbacks_total", Counter, &["model"], "Calls that another model took over from this one."),
    metric("portolan_tool_seconds", Histogram, &["tool", "outcome"], "Time of a tool call."),
    metric("portolan_worker_seconds", Histogram, &["kind", "outcome"], "Time of a query worker for a query, a conversion or a reading."),
    metric("portolan_worker_wait_seconds", Histogram, &["kind"], "Wait for a free query worker."),
    metric("portolan_workers_busy", Gauge, &[], "Query workers that are running a request."),
    metric("portolan_workers_limit", Gauge, &[], "Query workers that may run at once."),
    metric("portolan_workers_waiting", Gauge, &[], "Requests that wait for a query worker."),
    metric("portolan_workers_lost_total", Counter, &["reason"], "Query workers that were replaced after a failure or a timeout."),
    metric("portolan_database_connections", Gauge, &["pool"], "Open database connections."),
    metric("portolan_database_connections_idle", Gauge, &["pool"], "Open database connections that nothing uses."),
    metric("portolan_database_wait_seconds", Histogram, &["access"], "Wait for a database connection, and for the write lock of SQLite."),
    metric("portolan_database_refusals_total", Counter, &["access"], "Calls that got no database connection in time."),
    metric("portolan_ledger_credits_charged_total", Counter, &[], "Credits that were charged for turns."),
    metric("portolan_ledger_corrections_total", Counter, &["outcome"], "Charges that were corrected by usage that a model reported late."),
    metric("portolan_mail_waiting", Gauge, &[], "Emails and text messages that wait to be sent."),
    metric("portolan_mail_oldest_seconds", Gauge, &[], "Age of the oldest message that waits."),
    metric("portolan_mail_attempts_total", Counter, &["outcome"], "Attempts to send a message."),
    metric("portolan_objects_to_delete", Gauge, &[], "Objects that wait for their deletion."),
    metric("portolan_object_store_seconds", Histogram, &["operation", "outcome"], "Time of a request to the object store."),
];

/// The page that Prometheus reads. Clones are of the same process-wide metrics.
#[derive(Clone)]
pub struct MetricsPage(PrometheusHandle);

impl MetricsPage {
    /// Counts from now on, in this whole process. Must be called inside a runtime. None where another recorder was
    /// installed before.
    pub fn start() -> Option<Self> {
        static PAGE: OnceLock<Option<MetricsPage>> = OnceLock::new();
        PAGE.get_or_init(|| {
            let builder = PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &BUCKETS)
                .ok()?;
            let page = Self(builder.install_recorder().ok()?);
            describe_all();
            let kept = page.clone();
            tokio::spawn(async move {
                let mut ticks = tokio::time::interval(UPKEEP);
                loop {
                    ticks.tick().await;
                    kept.0.run_upkeep();
                }
            });
            Some(page)
        })
        .clone()
    }

    pub fn render(&self) -> String {
        self.0.render()
    }
}

/// Describes all metrics. Those without labels are there from the start, so that their first increase is seen as one.
fn describe_all() {
    for metric in METRICS {
        let is_plain = metric.labels.is_empty();
        match metric.kind {
            Counter => {
                describe_counter!(metric.name, metric.help);
                if is_plain {
                    counter!(metric.name).absolute(0);
                }
            }
            Gauge => {
                describe_gauge!(metric.name, metric.help);
                if is_plain {
                    gauge!(metric.name).set(0.0);
                }
            }
            Histogram => describe_histogram!(metric.name, Unit::Seconds, metric.help),
        }
    }
    gauge!("portolan_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}
