//! Bodies that decompress to a thousand times their size, sent without signing in.

use std::{fs, io::Write, time::Duration};

use flate2::{Compression, write::GzEncoder};
use futures_util::future::join_all;
use rustix::process::Pid;
use tokio::time::Instant;

use crate::{client::http_client, server::ServerSetup};

const BOMBS: usize = 100;
/// Bytes that a bomb unpacks to; packed it has about 292 KB.
const UNPACKED: usize = 300 << 20;
const MOST_MEGABYTES: u64 = 64;
const LONGEST: Duration = Duration::from_secs(2);

#[actix_web::test]
async fn compressed_bodies_are_rejected_without_decompression() {
    let setup = ServerSetup::new(&[]).await;
    let bomb = bomb();
    assert!(
        (200 << 10..400 << 10).contains(&bomb.len()),
        "{}",
        bomb.len()
    );
    let http = http_client();
    let before = setup.holdings().megabytes;
    forget_peak(setup.pid());
    let calls = [
        "/auth/v1/signup",
        "/auth/v1/token?grant_type=password",
        "/api/feedback",
        "/rest/v1/rpc/search",
    ];
    let sent = (0..BOMBS).map(|number| {
        let path = calls[number % calls.len()];
        let request = http
            .post(format!("http://{}{path}", setup.address))
            .header("content-type", "application/json")
            .header("content-encoding", "gzip")
            .body(bomb.clone());
        async move {
            let start = Instant::now();
            let answer = request.send().await.unwrap();
            (path, answer.status().as_u16(), start.elapsed())
        }
    });
    for (path, status, time) in join_all(sent).await {
        assert_eq!(status, 415, "{path}");
        assert!(time < LONGEST, "{path} took {time:?}");
    }
    let more = peak_megabytes(setup.pid()).saturating_sub(before);
    println!("{BOMBS} bombs: {more} MB more");
    assert!(more <= MOST_MEGABYTES, "{more} MB more");
}

fn bomb() -> bytes::Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..UNPACKED / zeros.len() {
        encoder.write_all(&zeros).unwrap();
    }
    encoder.finish().unwrap().into()
}

/// Lets the kernel count the peak anew.
fn forget_peak(pid: Pid) {
    fs::write(format!("/proc/{}/clear_refs", pid.as_raw_nonzero()), "5").unwrap();
}

fn peak_megabytes(pid: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap() >> 10
}
