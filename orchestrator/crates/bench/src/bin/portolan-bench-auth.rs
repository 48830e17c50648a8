//! `portolan-bench-auth`: how many passwords and access tokens this machine checks in a second, at
//! the cost and with the keys that the server uses, on all its cores.

use std::{
    error::Error,
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use portolan_auth::{Claims, ExpectedClaims, Keys, PasswordCost, Passwords, random_bytes};

const TIME: Duration = Duration::from_secs(3);
const AUDIENCE: &str = "authenticated";
const TOKENS: i64 = 20_000;
const NOW: i64 = 1_800_000_000;

type BenchResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> BenchResult<()> {
    let passwords = Passwords::new(PasswordCost::default())
        .map_err(|error| format!("no passwords can be hashed: {error}"))?;
    let hash = passwords
        .hash("a long enough secret", random_bytes()?)
        .map_err(|error| format!("no password can be hashed: {error}"))?;
    let checked = count_per_second(|| passwords.verify("a long enough secret", Some(&hash)))?;
    println!("passwords: {checked:.0} checked in a second");
    let keys = Keys::generate(random_bytes()?)?;
    // More than the server remembers, so that each is new to it again.
    let tokens: Vec<String> = (0..TOKENS)
        .map(|number| {
            let claims = Claims {
                iat: Some(NOW - number),
                ..sample_claims()
            };
            keys.sign(&claims)
        })
        .collect::<Result<_, _>>()?;
    let expected = ExpectedClaims {
        issuer: None,
        audience: AUDIENCE,
        now: NOW,
    };
    let next = AtomicUsize::new(0);
    let verified = count_per_second(|| {
        let token = &tokens[next.fetch_add(1, Ordering::Relaxed) % tokens.len()];
        keys.verify(token, &expected).is_ok()
    })?;
    let again = count_per_second(|| keys.verify(&tokens[0], &expected).is_ok())?;
    println!(
        "tokens (ES256): {verified:.0} verified in a second when new, {again:.0} when seen before"
    );
    Ok(())
}

/// How often this comes true in a second, on all cores together.
fn count_per_second(check: impl Fn() -> bool + Sync) -> BenchResult<f64> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (count, time) = thread::scope(|scope| {
        let begin = now_instant();
        let check = &check;
        let counting: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(move || {
                    let mut count = 0_u64;
                    while now_instant().duration_since(begin) < TIME {
                        if !check() {
                            return None;
                        }
                        count += 1;
                    }
                    Some(count)
                })
            })
            .collect();
        let counts = counting
            .into_iter()
            .map(|thread| thread.join().ok().flatten());
        let count: Option<u64> = counts.sum();
        (count, now_instant().duration_since(begin))
    });
    let count = count.ok_or("something that is right was refused")?;
    Ok(count as f64 / time.as_secs_f64())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a bench measures the machine's own time"
)]
fn now_instant() -> Instant {
    Instant::now()
}

/// As large as those of a user who signed in.
fn sample_claims() -> Claims {
    Claims {
        iss: "http://127.0.0.1:8080/auth/v1".into(),
        sub: "0190b3a0-0000-7000-8000-000000000000".into(),
        aud: AUDIENCE.into(),
        exp: Some(NOW + 3_600),
        iat: Some(NOW),
        email: "somebody@example.com".into(),
        role: AUDIENCE.into(),
        aal: "aal1".into(),
        session_id: "0190b3a0-0000-7000-8000-000000000001".parse().ok(),
        ..Claims::default()
    }
}
