use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::wildcard::Wildcard;

/// Represents the id of the signed-in user in the pattern of a rule.
const USER: &str = "{user}";
/// Characters that `*` does not represent.
const SEPARATORS: &[char] = &['/', ':'];

/// A rule of the configuration: grants one kind of access to the names that match a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessRule {
    /// `*` represents characters other than `/` and `:`, `**` for any, `{user}` for the id of the signed-in
    /// user.
    pub pattern: String,
    pub role: DatabaseRole,
    pub access: AccessMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseRole {
    /// Callers who are not signed in.
    Anon,
    /// Signed-in users, including admins.
    Authenticated,
    /// Signed-in admins, in a session of their own.
    Admin,
    /// The operator's key, which needs no rule.
    Service,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessMode {
    Read,
    Write,
}

/// The party that asks for access, as rules distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessCaller {
    Anon,
    User { id: Uuid, is_admin: bool },
    Service,
}

/// All rules for one kind of name. They only grant: without a matching rule there is no access.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccessRules(pub Vec<AccessRule>);

/// A pattern without any text, or a `{user}` for callers who have no id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the access rule for “{pattern}” {problem}")]
pub struct InvalidAccessRule {
    pattern: String,
    problem: &'static str,
}

impl AccessRules {
    /// Checks that each rule can match.
    ///
    /// # Errors
    /// Names the first pattern that never matches.
    pub fn check(&self) -> Result<(), InvalidAccessRule> {
        for AccessRule { pattern, role, .. } in &self.0 {
            let has_user = pattern.contains(USER);
            let rest = pattern.replace(USER, "");
            let problem = if pattern.trim().is_empty() {
                "has no pattern"
            } else if has_user && matches!(role, DatabaseRole::Anon | DatabaseRole::Service) {
                "names {user}, which only signed-in users have; use the role authenticated or admin"
            } else if rest.contains(['{', '}']) {
                "has an unknown placeholder; only {user} is known"
            } else {
                continue;
            };
            return Err(InvalidAccessRule {
                pattern: pattern.clone(),
                problem,
            });
        }
        Ok(())
    }

    /// Returns whether any rule distinguishes admins from other users.
    pub fn has_admin_rule(&self) -> bool {
        self.0.iter().any(|rule| rule.role == DatabaseRole::Admin)
    }

    /// Returns whether the caller has this access to a name.
    pub fn allows(&self, caller: AccessCaller, access: AccessMode, name: &str) -> bool {
        self.matching_wildcards(caller, access)
            .any(|wildcard| wildcard.matches(name))
    }

    /// Returns the beginnings of all names that the caller may have this access to.
    pub fn prefixes(&self, caller: AccessCaller, access: AccessMode) -> Vec<String> {
        self.matching_wildcards(caller, access)
            .map(|wildcard| wildcard.literal_prefix())
            .collect()
    }

    fn matching_wildcards(
        &self,
        caller: AccessCaller,
        access: AccessMode,
    ) -> impl Iterator<Item = Wildcard> {
        let rules = self.0.iter();
        rules
            .filter(move |rule| rule.access == access && caller.has_role(rule.role))
            .filter_map(move |rule| caller.fill_in(&rule.pattern))
            .map(|pattern| Wildcard::new(&pattern, SEPARATORS))
    }
}

impl AccessCaller {
    fn has_role(self, role: DatabaseRole) -> bool {
        match (self, role) {
            (Self::Anon, DatabaseRole::Anon) | (Self::Service, DatabaseRole::Service) => true,
            (Self::User { .. }, DatabaseRole::Authenticated) => true,
            (Self::User { is_admin, .. }, DatabaseRole::Admin) => is_admin,
            _ => false,
        }
    }

    /// Returns None if the pattern names a user and the caller is none.
    fn fill_in(self, pattern: &str) -> Option<String> {
        match self {
            Self::User { id, .. } => Some(pattern.replace(USER, &id.to_string())),
            _ if pattern.contains(USER) => None,
            _ => Some(pattern.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: AccessCaller = AccessCaller::User {
        id: Uuid::from_u128(1),
        is_admin: false,
    };
    const ADMIN: AccessCaller = AccessCaller::User {
        id: Uuid::from_u128(2),
        is_admin: true,
    };

    fn access_rules(rules: &[(&str, DatabaseRole, AccessMode)]) -> AccessRules {
        let rule = |(pattern, role, access): &(&str, DatabaseRole, AccessMode)| AccessRule {
            pattern: (*pattern).to_owned(),
            role: *role,
            access: *access,
        };
        AccessRules(rules.iter().map(rule).collect())
    }

    #[test]
    fn stars_stop_at_separators_and_double_stars_do_not() {
        let rules = access_rules(&[
            ("room:*", DatabaseRole::Authenticated, AccessMode::Read),
            ("team/**", DatabaseRole::Authenticated, AccessMode::Read),
        ]);
        let reads = |name| rules.allows(ADA, AccessMode::Read, name);
        assert!(reads("room:12") && reads("room:"));
        assert!(!reads("room:12:secret") && !reads("room:a/b") && !reads("rooms:12"));
        assert!(reads("team/a/b:c") && !reads("team") && !reads("x/team/a"));
        // Question marks are no wildcards here: names of objects have them.
        let exact = access_rules(&[("a?c", DatabaseRole::Authenticated, AccessMode::Read)]);
        assert!(exact.allows(ADA, AccessMode::Read, "a?c"));
        assert!(!exact.allows(ADA, AccessMode::Read, "abc"));
    }

    #[test]
    fn roles_and_kinds_of_access_are_exact() {
        let callers = [AccessCaller::Anon, ADA, ADMIN, AccessCaller::Service];
        let roles = [
            (DatabaseRole::Anon, [true, false, false, false]),
            (DatabaseRole::Authenticated, [false, true, true, false]),
            (DatabaseRole::Admin, [false, false, true, false]),
            (DatabaseRole::Service, [false, false, false, true]),
        ];
        for (role, expected) in roles {
            let rules = access_rules(&[("x", role, AccessMode::Write)]);
            let writes = callers.map(|caller| rules.allows(caller, AccessMode::Write, "x"));
            assert_eq!(writes, expected, "{role:?}");
            let reads = callers.map(|caller| rules.allows(caller, AccessMode::Read, "x"));
            assert_eq!(reads, [false; 4], "{role:?}");
        }
    }

    #[test]
    fn user_placeholder_matches_only_the_callers_id() {
        let rules = access_rules(&[(
            "inbox:{user}",
            DatabaseRole::Authenticated,
            AccessMode::Read,
        )]);
        let own = format!("inbox:{}", Uuid::from_u128(1));
        assert!(rules.allows(ADA, AccessMode::Read, &own));
        for caller in [AccessCaller::Anon, ADMIN, AccessCaller::Service] {
            assert!(!rules.allows(caller, AccessMode::Read, &own), "{caller:?}");
        }
        assert!(!rules.allows(AccessCaller::Anon, AccessMode::Read, "inbox:{user}"));
        assert_eq!(rules.prefixes(ADA, AccessMode::Read), [own]);
    }

    #[test]
    fn rules_that_can_never_match_are_rejected() {
        for (pattern, role) in [
            ("", DatabaseRole::Anon),
            ("inbox:{user}", DatabaseRole::Anon),
            ("inbox:{user}", DatabaseRole::Service),
            ("inbox:{name}", DatabaseRole::Authenticated),
        ] {
            let error = access_rules(&[(pattern, role, AccessMode::Read)])
                .check()
                .unwrap_err();
            assert!(error.to_string().contains(pattern), "{error}");
        }
        let good = access_rules(&[("inbox:{user}:**", DatabaseRole::Admin, AccessMode::Write)]);
        good.check().unwrap();
    }
}
