//! Checks the files of `deploy/` with their own tools, if installed, and for required content.

use std::{
    collections::BTreeSet,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use super::settings::Settings;
use crate::http::auth::AuthOptions;

/// Variables of programs other than `portolan serve`.
const OTHER_VARIABLES: [&str; 7] = [
    "PORTOLAN_LOG",
    "PORTOLAN_QUERY_WORKER",
    // Of the documented examples.
    "PORTOLAN_KEY",
    "PORTOLAN_URL",
    // Of the extension's build.
    "PORTOLAN_SITE",
    // Beginnings of names.
    "PORTOLAN_",
    "PORTOLAN_AUTH_",
];

/// The most exposure, in tenths, that systemd may find in the unit; 10 is the best, 96 the default of a service.
const MOST_EXPOSURE: &str = "20";

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read_file(path: &str) -> String {
    let path = repository_root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_yaml(path: &str) -> Value {
    serde_saphyr::from_str(&read_file(path)).unwrap()
}

/// All files below a folder.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Runs a program that checks a file and fails with its output. Prints a note if it isn't installed.
fn run_check(program: &str, arguments: &[&str], folder: &Path) {
    let output = Command::new(program)
        .args(arguments)
        .env("SITE_ADDRESS", "charts.example.com")
        .env("HOME", folder)
        .current_dir(folder)
        .output();
    match output {
        Ok(output) => assert!(
            output.status.success(),
            "{program}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: install {program} to check a file of deploy/");
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

fn field_names(settings: &Value) -> impl Iterator<Item = String> {
    let fields = settings.as_object().unwrap().keys();
    fields.map(|field| field.to_uppercase())
}

#[test]
fn deployment_files_and_documentation_name_only_settings_that_exist() {
    let settings = serde_json::to_value(Settings::default()).unwrap();
    let auth = serde_json::to_value(AuthOptions::default()).unwrap();
    let known: BTreeSet<String> = field_names(&settings)
        .map(|field| format!("PORTOLAN_{field}"))
        .chain(field_names(&auth).map(|field| format!("PORTOLAN_AUTH_{field}")))
        .chain(OTHER_VARIABLES.map(str::to_owned))
        .collect();
    let mut files = vec![repository_root().join("README.md")];
    for folder in ["deploy", "docs"] {
        files_below(&repository_root().join(folder), &mut files);
    }
    let mut found = 0;
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices("PORTOLAN_") {
            let rest = text[at..].chars();
            let name: String = rest
                .take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_')
                .collect();
            assert!(known.contains(&name), "{}: {name}", path.display());
            found += 1;
        }
    }
    assert!(found > 100);
}

#[test]
fn systemd_unit_is_valid_and_confined() {
    let folder = tempfile::tempdir().unwrap();
    let unit = read_file("deploy/portolan.service");
    let program = "ExecStart=/usr/local/bin/portolan";
    assert!(unit.contains(program), "{unit}");
    // The check wants a program that is there.
    let unit = unit.replace(program, "ExecStart=/bin/true");
    fs::write(folder.path().join("portolan.service"), unit).unwrap();
    let verify = ["verify", "--man=no", "./portolan.service"];
    run_check("systemd-analyze", &verify, folder.path());
    let threshold = format!("--threshold={MOST_EXPOSURE}");
    let security = [
        "security",
        "--offline=yes",
        "--no-pager",
        &threshold,
        "./portolan.service",
    ];
    run_check("systemd-analyze", &security, folder.path());
}

#[test]
fn caddyfile_is_valid_and_streams() {
    let folder = tempfile::tempdir().unwrap();
    let file = read_file("deploy/Caddyfile");
    assert!(file.contains("flush_interval -1") && file.contains("max_size"));
    fs::write(folder.path().join("Caddyfile"), file).unwrap();
    let validate = [
        "validate",
        "--config",
        "Caddyfile",
        "--adapter",
        "caddyfile",
    ];
    run_check("caddy", &validate, folder.path());
}

/// The seconds of `20s` or `20`.
fn parse_seconds(text: &str) -> u64 {
    text.trim_end_matches('s').parse().unwrap()
}

#[test]
fn every_deployment_waits_for_running_answers() {
    let drain = Settings::default().drain_seconds;
    let unit = read_file("deploy/portolan.service");
    let stop = unit
        .lines()
        .find_map(|line| line.strip_prefix("TimeoutStopSec="));
    let compose = read_yaml("deploy/compose.yaml");
    let compose = &compose["services"]["portolan"]["stop_grace_period"];
    let server = read_manifests("server.yaml");
    let pod = &server[0]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"];
    for (name, time) in [
        ("systemd", parse_seconds(stop.unwrap())),
        ("compose", parse_seconds(compose.as_str().unwrap())),
        ("Kubernetes", pod.as_u64().unwrap()),
    ] {
        assert!(
            time > drain,
            "{name} waits {time} s, the server drains {drain} s"
        );
    }
}

#[test]
fn compose_file_is_consistent_and_publishes_only_the_proxy() {
    let compose = read_yaml("deploy/compose.yaml");
    let services = compose["services"].as_object().unwrap();
    for (name, service) in services {
        let image = service["image"].as_str().unwrap();
        assert!(
            name == "portolan" || image.contains(':'),
            "{image} has no tag"
        );
        assert!(service["privileged"].is_null(), "{name}");
        for dependency in service["depends_on"]
            .as_object()
            .into_iter()
            .flat_map(|on| on.keys())
        {
            assert!(
                services.contains_key(dependency),
                "{name} needs {dependency}"
            );
        }
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let source = volume.as_str().unwrap().split(':').next().unwrap();
            let is_known = source.starts_with("./") || compose["volumes"].get(source).is_some();
            assert!(is_known, "{name} mounts {source}");
        }
        assert_eq!(service["ports"].is_array(), name == "proxy", "{name}");
    }
    let portolan = &services["portolan"];
    assert_eq!(portolan["read_only"], true);
    assert_eq!(portolan["cap_drop"][0], "ALL");
    // The proxy that is trusted is the proxy that is there.
    let trusted = &portolan["environment"]["PORTOLAN_TRUSTED_PROXIES"];
    let proxy = &services["proxy"]["networks"]["site"]["ipv4_address"];
    assert!(proxy.is_string() && trusted == proxy, "{trusted} {proxy}");
}

#[test]
fn container_image_is_built_in_stages_and_runs_without_rights() {
    let file = read_file("deploy/Dockerfile");
    let stages: Vec<&str> = file.split("\nFROM ").skip(1).collect();
    let last = stages.last().unwrap();
    assert!(stages.len() >= 3, "Node, build and the image itself");
    assert!(last.contains("COPY --from=build"));
    let user = last.lines().find_map(|line| line.strip_prefix("USER "));
    let user: u32 = user.unwrap().split(':').next().unwrap().parse().unwrap();
    assert!(user >= 1_000);
    let toolchain = format!("FROM rust:{}-slim", env!("CARGO_PKG_RUST_VERSION"));
    assert!(file.contains(&toolchain), "{toolchain}");
    // What the build reads must not be left out of its context.
    let ignored = read_file("deploy/Dockerfile.dockerignore");
    for needed in [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "migrations",
        "orchestrator",
        "prompts",
        "web",
    ] {
        assert!(
            ignored.lines().any(|line| line == format!("!{needed}")),
            "{needed}"
        );
    }
}

/// The documents of a manifest.
fn read_manifests(name: &str) -> Vec<Value> {
    serde_saphyr::from_multiple(&read_file(&format!("deploy/kubernetes/{name}"))).unwrap()
}

#[test]
fn kubernetes_manifests_are_listed_restricted_and_consistent() {
    let listed = &read_manifests("kustomization.yaml")[0]["resources"];
    let listed: BTreeSet<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let mut files = Vec::new();
    files_below(&repository_root().join("deploy/kubernetes"), &mut files);
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let is_listed = !matches!(name, "kustomization.yaml" | "secret.example.yaml");
        assert_eq!(listed.contains(name), is_listed, "{name}");
        for document in read_manifests(name) {
            assert!(document["apiVersion"].is_string(), "{name}");
            assert!(document["kind"].is_string(), "{name}");
        }
    }
    let server = read_manifests("server.yaml");
    let [set, service] = &server[..] else {
        panic!("a StatefulSet and its Service")
    };
    let pod = &set["spec"]["template"];
    let container = &pod["spec"]["containers"][0];
    assert_eq!(pod["spec"]["securityContext"]["runAsNonRoot"], true);
    let context = &container["securityContext"];
    assert_eq!(context["allowPrivilegeEscalation"], false);
    assert_eq!(context["readOnlyRootFilesystem"], true);
    assert_eq!(context["capabilities"]["drop"][0], "ALL");
    assert_eq!(container["readinessProbe"]["httpGet"]["path"], "/readyz");
    assert_eq!(container["livenessProbe"]["httpGet"]["path"], "/healthz");
    assert!(container["resources"]["limits"]["memory"].is_string());
    assert_eq!(service["spec"]["selector"], pod["metadata"]["labels"]);
    assert_eq!(
        set["spec"]["selector"]["matchLabels"],
        pod["metadata"]["labels"]
    );
    let names = [
        &read_manifests("configuration.yaml")[0]["metadata"]["name"],
        &read_manifests("secret.example.yaml")[0]["metadata"]["name"],
    ];
    assert_eq!(container["envFrom"][0]["configMapRef"]["name"], *names[0]);
    assert_eq!(container["envFrom"][1]["secretRef"]["name"], *names[1]);
}
