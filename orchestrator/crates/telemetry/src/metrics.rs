//! The metrics of this process, as Prometheus reads them.
//!
//! Code counts with the macros of the crate `metrics` where the work happens; without a recorder these do nothing.

use std::{sync::OnceLock, time::Duration};

use metrics::{Label, Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
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

/// Names of labels with all their values; with no value where these are not known before.
type Labels = &'static [(&'static str, &'static [&'static str])];

/// A metric that the server exports.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    pub labels: Labels,
    pub help: &'static str,
}

const fn describe_metric(
    name: &'static str,
    kind: MetricKind,
    labels: Labels,
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
    describe_metric("portolan_build_info", Gauge, &[("version", &[])], "Version of the server; the value is 1."),
    describe_metric("portolan_http_requests_total", Counter, &[("method", &[]), ("route", &[]), ("status", &[])], "HTTP requests by route."),
    describe_metric("portolan_http_request_seconds", Histogram, &[("method", &[]), ("route", &[])], "Time to the end of a response; event streams are left out."),
    describe_metric("portolan_http_requests_running", Gauge, &[], "HTTP requests without a response, and responses that are being sent."),
    describe_metric("portolan_streams_open", Gauge, &[], "Open event streams."),
    describe_metric("portolan_slow_viewers_total", Counter, &[], "Viewers that were disconnected because they read too slowly."),
    describe_metric("portolan_peer_messages_lost_total", Counter, &[], "Messages to other servers that were not sent because NATS was away or too slow."),
    describe_metric("portolan_websockets_open", Gauge, &[], "Open websockets."),
    describe_metric("portolan_chats_live", Gauge, &[], "Chats in memory."),
    describe_metric("portolan_turns_running", Gauge, &[], "Answers that are being written."),
    describe_metric("portolan_turns_total", Counter, &[("outcome", &["completed", "cancelled", "limited", "failed"])], "Finished turns by outcome."),
    describe_metric("portolan_turns_refused_total", Counter, &[("reason", &["key_reused", "turn_running", "parent_unknown", "usage_limit_reached", "turns_running", "too_many_items", "plan_limit", "too_many_turns", "model_not_included", "store_unavailable"])], "Messages that began no turn, by reason."),
    describe_metric("portolan_turns_resumed_total", Counter, &[], "Turns that continued after an interruption."),
    describe_metric("portolan_turn_seconds", Histogram, &[("outcome", &[])], "Time from a message to the end of its turn."),
    describe_metric("portolan_turn_first_token_seconds", Histogram, &[], "Time from a message to the first text of its answer."),
    describe_metric("portolan_commit_seconds", Histogram, &[], "Time to write events of a chat to the database."),
    describe_metric("portolan_commit_retries_total", Counter, &[], "Commits that were tried again because the database was busy."),
    describe_metric("portolan_model_call_seconds", Histogram, &[("model", &[])], "Time of a model call."),
    describe_metric("portolan_model_first_token_seconds", Histogram, &[("model", &[])], "Time to the first output of a model call."),
    describe_metric("portolan_model_errors_total", Counter, &[("model", &[]), ("code", &[])], "Failed model calls."),
    describe_metric("portolan_model_tokens_total", Counter, &[("model", &[]), ("direction", &[])], "Tokens read (`input`) and written (`output`) by models."),
    describe_metric("portolan_model_fallbacks_total", Counter, &[("model", &[])], "Calls that another model took over from this one."),
    describe_metric("portolan_tool_seconds", Histogram, &[("tool", &[]), ("outcome", &[])], "Time of a tool call."),
    describe_metric("portolan_worker_seconds", Histogram, &[("kind", &[]), ("outcome", &[])], "Time of a query worker for a query, a conversion or a reading."),
    describe_metric("portolan_worker_wait_seconds", Histogram, &[("kind", &[])], "Wait for a free query worker."),
    describe_metric("portolan_workers_busy", Gauge, &[], "Query workers that are running a request."),
    describe_metric("portolan_workers_limit", Gauge, &[], "Query workers that may run at once."),
    describe_metric("portolan_workers_waiting", Gauge, &[], "Requests that wait for a query worker."),
    describe_metric("portolan_workers_lost_total", Counter, &[("reason", &["failure", "timeout"])], "Query workers that were replaced after a failure or a timeout."),
    describe_metric("portolan_database_connections", Gauge, &[("pool", &[])], "Open database connections."),
    describe_metric("portolan_database_connections_idle", Gauge, &[("pool", &[])], "Open database connections that nothing uses."),
    describe_metric("portolan_database_wait_seconds", Histogram, &[("access", &[])], "Wait for a database connection, and for the write lock of SQLite."),
    describe_metric("portolan_database_refusals_total", Counter, &[("access", &["read", "scan", "write"])], "Calls that got no database connection in time."),
    describe_metric("portolan_ledger_credits_charged_total", Counter, &[], "Credits that were charged for turns."),
    describe_metric("portolan_ledger_corrections_total", Counter, &[("outcome", &["corrected", "lost"])], "Charges that were corrected by usage that a model reported late."),
    describe_metric("portolan_mail_waiting", Gauge, &[], "Emails and text messages that wait to be sent."),
    describe_metric("portolan_mail_oldest_seconds", Gauge, &[], "Age of the oldest message that waits."),
    describe_metric("portolan_mail_attempts_total", Counter, &[("outcome", &["sent", "postponed", "failed"])], "Attempts to send a message."),
    describe_metric("portolan_webhook_attempts_total", Counter, &[("outcome", &["delivered", "postponed", "failed"])], "Attempts to send an event to a user's webhook."),
    describe_metric("portolan_objects_to_delete", Gauge, &[], "Objects that wait for their deletion."),
    describe_metric("portolan_object_store_seconds", Histogram, &[("operation", &[]), ("outcome", &[])], "Time of a request to the object store."),
];

/// The page that Prometheus reads. Clones are of the same process-wide metrics.
#[derive(Clone)]
pub struct MetricsPage(PrometheusHandle);

impl MetricsPage {
    /// Counts from now on, in this whole process. Must be called inside a runtime. None if another recorder
    /// was installed before.
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

/// Describes all metrics. Those whose labels are known are there from the start, so that their first increase is seen as
/// one.
fn describe_all() {
    for metric in METRICS {
        match metric.kind {
            Counter => {
                describe_counter!(metric.name, metric.help);
                for labels in known_series(metric) {
                    counter!(metric.name, labels).absolute(0);
                }
            }
            Gauge => {
                describe_gauge!(metric.name, metric.help);
                for labels in known_series(metric) {
                    gauge!(metric.name, labels).set(0.0);
                }
            }
            Histogram => describe_histogram!(metric.name, Unit::Seconds, metric.help),
        }
    }
    gauge!("portolan_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}

/// Returns the labels of all series of a metric that are known before anything happens.
fn known_series(metric: &Metric) -> Vec<Vec<Label>> {
    match metric.labels {
        [] => vec![Vec::new()],
        [(name, values)] => {
            let labels = values.iter().map(|value| vec![Label::new(*name, *value)]);
            labels.collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use serde_json::Value;

    use super::*;

    /// Functions and words of PromQL.
    const WORDS: [&str; 14] = [
        "by",
        "clamp_min",
        "histogram_quantile",
        "increase",
        "max",
        "rate",
        "sum",
        "le",
        "time",
        "on",
        "or",
        "and",
        "topk",
        "without",
    ];

    fn read_deployed(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../deploy/monitoring");
        fs::read_to_string(path.join(name)).unwrap()
    }

    /// The names in the source code of macros that count.
    fn counted_names(folder: &Path, names: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                counted_names(&path, names);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !path.ends_with("telemetry/src/metrics.rs")
            {
                let text = fs::read_to_string(&path).unwrap();
                for macro_name in ["counter!(", "gauge!(", "histogram!("] {
                    for (at, _) in text.match_indices(macro_name) {
                        let name = text[at + macro_name.len()..].trim_start();
                        let name = name
                            .strip_prefix('"')
                            .and_then(|name| name.split('"').next());
                        names.insert(name.expect("a literal name").to_owned());
                    }
                }
            }
        }
    }

    #[test]
    fn every_counted_metric_is_listed_and_every_listed_one_is_counted() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut counted = BTreeSet::from(["portolan_build_info".to_owned()]);
        counted_names(&package.join("src"), &mut counted);
        for entry in fs::read_dir(package.join("crates")).unwrap() {
            let source = entry.unwrap().path().join("src");
            if source.is_dir() {
                counted_names(&source, &mut counted);
            }
        }
        let listed: BTreeSet<String> = METRICS
            .iter()
            .map(|metric| metric.name.to_owned())
            .collect();
        assert_eq!(counted, listed);
        assert_eq!(listed.len(), METRICS.len());
        assert!(METRICS.len() >= 25);
    }

    /// Checks that an expression names only metrics and labels that exist, and a metric at all.
    fn check_expression(expression: &str) {
        let mut labels = BTreeSet::from(["job", "instance", "le"]);
        let mut metrics = 0;
        let mut names = Vec::new();
        let mut is_quoted = false;
        for part in expression.split('"') {
            if !is_quoted {
                names.extend(
                    part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$'),
                );
            }
            is_quoted = !is_quoted;
        }
        for name in &names {
            let found = METRICS.iter().find(|metric| match metric.kind {
                Histogram => ["_bucket", "_count", "_sum"]
                    .iter()
                    .any(|ending| name.strip_suffix(ending) == Some(metric.name)),
                Counter | Gauge => *name == metric.name,
            });
            if let Some(metric) = found {
                metrics += 1;
                labels.extend(metric.labels.iter().map(|(label, _)| *label));
            } else {
                assert!(!name.starts_with("portolan"), "{name} in {expression}");
                metrics += usize::from(*name == "up");
            }
        }
        assert!(metrics > 0, "{expression}");
        for name in names {
            let is_word = name.is_empty()
                || name == "up"
                || name.starts_with("portolan_")
                || name.starts_with('$')
                || name.starts_with(|c: char| c.is_ascii_digit())
                || WORDS.contains(&name);
            assert!(is_word || labels.contains(name), "{name} in {expression}");
        }
    }

    #[test]
    fn alerts_name_existing_metrics_and_have_a_runbook() {
        let alerts: Value = serde_saphyr::from_str(&read_deployed("alerts.yaml")).unwrap();
        let runbook = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/operations.md");
        let runbook = fs::read_to_string(runbook).unwrap();
        let groups = alerts["groups"].as_array().unwrap();
        let rules: Vec<&Value> = groups
            .iter()
            .flat_map(|group| group["rules"].as_array().unwrap())
            .collect();
        assert!(rules.len() >= 10);
        for rule in rules {
            check_expression(rule["expr"].as_str().unwrap());
            let name = rule["alert"].as_str().unwrap();
            assert!(runbook.contains(&format!("### {name}\n")), "{name}");
            let anchor = format!("operations.md#{}", name.to_lowercase());
            let link = rule["annotations"]["runbook_url"].as_str().unwrap();
            assert!(link.ends_with(&anchor), "{link}");
            assert!(rule["labels"]["severity"].is_string(), "{name}");
            assert!(rule["annotations"]["summary"].is_string(), "{name}");
        }
        for heading in runbook
            .lines()
            .filter_map(|line| line.strip_prefix("### Portolan"))
        {
            let alert = format!("\"Portolan{heading}\"");
            assert!(alerts.to_string().contains(&alert), "{heading} is no alert");
        }
    }

    #[test]
    fn dashboard_names_existing_metrics() {
        let dashboard: Value =
            serde_json::from_str(&read_deployed("grafana-dashboard.json")).unwrap();
        let panels = dashboard["panels"].as_array().unwrap();
        let expressions: Vec<&str> = panels
            .iter()
            .filter_map(|panel| panel["targets"].as_array())
            .flatten()
            .map(|target| target["expr"].as_str().unwrap())
            .collect();
        assert!(expressions.len() >= 20);
        for expression in expressions {
            check_expression(expression);
        }
    }
}
