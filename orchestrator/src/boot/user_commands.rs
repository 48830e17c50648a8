use std::process::ExitCode;

use chrono::TimeDelta;
use portolan_auth::{PasswordCost, PasswordRules, Passwords, email_address, token_hash};
use portolan_domain::{AccountPlan, ApiKey, NewApiKey, NewGrant, OneTimeKind, Scope, User};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{AuditReport, NewOneTimeToken, Store, StoreError};
use url::Url;

use super::{
    CommandFailure,
    command_line::{KeyCommand, PlanCommand, Roles, UserCommand},
    load_settings,
    settings::Settings,
    wiring, with_data,
};
use crate::services::accounts::{self, AccountService, NewAccount, SignUpPolicy};

/// Creates accounts and gives rights.
pub async fn run_user_command(command: UserCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        UserCommand::Create {
            email,
            password,
            roles,
            data,
        } => {
            let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
            let email = email_address(&email).map_err(CommandFailure::new)?;
            let clock = Clock::system();
            let ids = Ids::system(clock.clone());
            let (password, is_made) = match password {
                Some(password) => (password, false),
                None => (ids.secret(), true),
            };
            PasswordRules::default()
                .check(&password)
                .map_err(CommandFailure::new)?;
            let hash = Passwords::new(PasswordCost::default())
                .map_err(CommandFailure::new)?
                .hash(&password, ids.bytes())
                .map_err(CommandFailure::new)?;
            let service = AccountService {
                policy: SignUpPolicy::default(),
                clock,
                ids,
            };
            let account = NewAccount {
                email: Some(email.clone()),
                encrypted_password: Some(hash),
                is_confirmed: true,
                ..NewAccount::default()
            };
            let created = store.transact(async |unit| service.create_account(unit, account).await);
            let user = created.await.map_err(|error| match error {
                accounts::Error::Exists => CommandFailure::new(format!(
                    "{email} has an account already; give rights with `portolan user grant {email}`"
                )),
                error => CommandFailure::new(error),
            })?;
            grant_roles(&store, &user, roles).await?;
            println!("{email} may sign in now.");
            if is_made {
                println!("Password: {password}");
            }
        }
        UserCommand::Grant { email, roles, data } => {
            if !roles.admin && !roles.contributor {
                return Err(CommandFailure::new(
                    "choose what to grant: --admin, --contributor, or both",
                ));
            }
            let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
            let user = find_user(&store, &email).await?;
            grant_roles(&store, &user, roles).await?;
            println!("Done: {email} has these rights on the next page load.");
        }
        UserCommand::Link { email, data } => {
            let settings = load_settings(&with_data(data))?;
            let store = wiring::open_store(&settings).await?;
            let user = find_user(&store, &email).await?;
            println!("{}", issue_link(&settings, &store, &user).await?);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Issues a sign-in link; earlier ones of the user are valid no longer.
async fn issue_link(
    settings: &Settings,
    store: &Store,
    user: &User,
) -> Result<Url, CommandFailure> {
    let clock = Clock::system();
    let ids = Ids::system(clock.clone());
    let now = clock.now();
    let secret = ids.secret();
    let [hash, link_hash] = [&ids.secret(), &secret].map(|secret| token_hash(secret));
    let token = NewOneTimeToken {
        id: ids.id(),
        user_id: user.id,
        kind: OneTimeKind::MagicLink,
        // No code goes with this link.
        hash: &hash,
        link_hash: Some(&link_hash),
        sent_to: user.email.as_deref().unwrap_or_default(),
        code_challenge: None,
        now,
        expires_at: now + TimeDelta::seconds(settings.auth.code_seconds.into()),
    };
    store
        .issue_one_time_tokens(user.id, &[token], now, |user| {
            user.recovery_sent_at = Some(now);
            Ok(Vec::new())
        })
        .await
        .map_err(CommandFailure::new)?;
    let site = settings
        .auth
        .site_url
        .clone()
        .or(settings.public_url.clone());
    let site = match site {
        Some(site) => site,
        None => Url::parse(&format!("http://{}", settings.listen)).map_err(CommandFailure::new)?,
    };
    let mut link = site.join("/confirm").map_err(CommandFailure::new)?;
    link.query_pairs_mut()
        .append_pair("token_hash", &secret)
        .append_pair("type", "magiclink");
    Ok(link)
}

/// Changes tiers and credits, and proves the ledger.
pub async fn run_plan_command(command: PlanCommand) -> Result<ExitCode, CommandFailure> {
    match command {
        PlanCommand::Set {
            email,
            tier,
            credits,
            at_period_end,
            data,
        } => {
            let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
            let tier = store.plans().parse(&tier).map_err(CommandFailure::new)?;
            let user = find_user(&store, &email).await?;
            let now = Clock::system().now();
            let mut plan = if at_period_end {
                store.change_plan(user.id, tier, now).await
            } else {
                store.set_plan(user.id, tier, now).await
            }
            .map_err(CommandFailure::new)?;
            if let Some(credits) = credits {
                plan = store
                    .set_credits(user.id, credits, now)
                    .await
                    .map_err(CommandFailure::new)?;
            }
            print_plan(&email, &plan);
            Ok(ExitCode::SUCCESS)
        }
        PlanCommand::Grant {
            email,
            credits,
            reason,
            days,
            priority,
            data,
        } => {
            let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
            let user = find_user(&store, &email).await?;
            let now = Clock::system().now();
            let grant = NewGrant {
                credits,
                priority,
                expires_at: days.map(|days| now + TimeDelta::days(days.into())),
                description: reason,
            };
            let plan = store
                .grant_credits(user.id, grant, now)
                .await
                .map_err(CommandFailure::new)?;
            print_plan(&email, &plan);
            Ok(ExitCode::SUCCESS)
        }
        PlanCommand::Audit(data) => {
            let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
            let report = store.audit().await.map_err(CommandFailure::new)?;
            Ok(report_audit(&report))
        }
    }
}

/// Prints the result of an audit; exit 1 where the ledger differs.
pub fn report_audit(report: &AuditReport) -> ExitCode {
    match &report.difference {
        None => {
            println!(
                "{} accounts, {} entries, {} grants: every balance is the sum of its ledger and of its grants.",
                report.accounts, report.entries, report.grants
            );
            ExitCode::SUCCESS
        }
        Some(difference) => {
            println!(
                "{}: {} is {}, but the ledger gives {}",
                difference.user_id, difference.what, difference.stored, difference.recomputed
            );
            ExitCode::FAILURE
        }
    }
}

/// Makes an API key, whose secret is printed this once.
pub async fn run_key_command(command: KeyCommand) -> Result<ExitCode, CommandFailure> {
    let KeyCommand::Create {
        name,
        user,
        scope,
        days,
        data,
    } = command;
    let store = wiring::open_store(&load_settings(&with_data(data))?).await?;
    let owner = find_user(&store, &user).await?;
    let clock = Clock::system();
    let ids = Ids::system(clock.clone());
    let now = clock.now();
    let plan = store
        .current_plan(owner.id, now)
        .await
        .map_err(CommandFailure::new)?;
    let new = NewApiKey {
        user_id: owner.id,
        name,
        scopes: if scope.is_empty() {
            vec![Scope::Read, Scope::Chat, Scope::Boards]
        } else {
            scope
        },
        expires_at: days.map(|days| now + TimeDelta::days(days.into())),
        requests_per_minute: plan.limits.key_requests_per_minute.max(1),
    };
    let (key, secret) = ApiKey::new(&ids, new, now);
    store
        .create_api_key(&key, &token_hash(&secret))
        .await
        .map_err(CommandFailure::new)?;
    println!("{secret}");
    Ok(ExitCode::SUCCESS)
}

fn print_plan(email: &str, plan: &AccountPlan) {
    println!(
        "{email} has {} of {} credits until {}.",
        plan.credits_left,
        plan.credits_total,
        plan.period.end.format("%Y-%m-%d")
    );
}

pub async fn find_user(store: &Store, email: &str) -> Result<User, CommandFailure> {
    let email = email_address(email).map_err(CommandFailure::new)?;
    store
        .user_by_email(&email)
        .await
        .map_err(|error| match error {
            StoreError::NotFound(_) => CommandFailure::new(format!(
                "no account for {email}; create it with `portolan user create {email}`"
            )),
            error => CommandFailure::new(error),
        })
}

/// Adds rights; takes none away.
async fn grant_roles(store: &Store, user: &User, roles: Roles) -> Result<(), CommandFailure> {
    let profile = store.profile(user.id).await.map_err(CommandFailure::new)?;
    store
        .set_rights(
            user.id,
            profile.is_admin || roles.admin,
            profile.is_contributor || roles.contributor,
        )
        .await
        .map_err(CommandFailure::new)?;
    Ok(())
}
