use std::io::IsTerminal;

use portolan_telemetry::{Exporter, ExporterOptions};
use tokio::runtime::Handle;
use tracing_subscriber::{EnvFilter, Layer, layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    CommandFailure,
    settings::{LogFormat, Settings},
};

/// The lines that a server logs by default.
const SERVER_FILTER: &str = "warn,portolan=info";
/// The lines that other commands log by default: they print themselves what they do and why they fail.
const COMMAND_FILTER: &str = "error,portolan::boot=warn";

/// Logs to standard error as a command: what `PORTOLAN_LOG` asks for, by default errors and what is wrong with the settings.
pub fn start_logging(settings: &Settings) {
    install_subscriber(settings, COMMAND_FILTER, None);
}

/// Logs as a server: what happens and warnings by default. Exports spans where the settings name a collector.
/// Must be called inside a runtime.
pub fn start_exporting(settings: &Settings) -> Result<Option<Exporter>, CommandFailure> {
    let exporter = match &settings.otlp_endpoint {
        Some(endpoint) => {
            let options = ExporterOptions {
                endpoint: endpoint.clone(),
                headers: settings.otlp_headers().map_err(CommandFailure::new)?,
            };
            Some(Exporter::start(options, Handle::current()).map_err(CommandFailure::new)?)
        }
        None => None,
    };
    install_subscriber(settings, SERVER_FILTER, exporter.as_ref());
    Ok(exporter)
}

fn install_subscriber(settings: &Settings, default_filter: &str, exporter: Option<&Exporter>) {
    let mut filter =
        EnvFilter::try_from_env("PORTOLAN_LOG").unwrap_or_else(|_| EnvFilter::new(default_filter));
    // It logs whole bodies where it cannot read them; what failed is logged here, in few words. And
    // mistakes of the other side are answered, not logged.
    let mut silent = vec!["async_openai=off", "rmcp=error"];
    if !settings.access_log {
        silent.push("portolan::access=off");
    }
    for directive in silent.into_iter().filter_map(|text| text.parse().ok()) {
        filter = filter.add_directive(directive);
    }
    let mut lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Escape codes for colors would be in the way in the journal and in files.
    if !std::io::stderr().is_terminal() {
        lines.set_ansi(false);
    }
    let lines = match settings.log_format {
        LogFormat::Text => lines.compact().boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let spans = exporter.map(|exporter| {
        tracing_opentelemetry::layer()
            .with_tracer(exporter.tracer())
            .with_location(false)
            .with_threads(false)
    });
    let started = tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .with(spans)
        .try_init();
    if started.is_err() {
        eprintln!("portolan: logging is already started");
    }
}
