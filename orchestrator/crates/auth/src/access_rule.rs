use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::wildcard::Wildcard;

/// Stands for the id of the signed-in user in the pattern of a rule.
const USER: &str = "{user}";
/// Characters that `*` does not stand for.
const SEPARATORS: &[char] = &['/', ':'];

/// A rule of the configuration: grants one kind of access to the names that match a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessRule {
    /// `*` stands for characters other than `/` and `:`, `**` for any, `{user}` for the id of the
    /// signed-in user.
    pub pattern: String,
    pub role: Role,
    pub access: Access,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Callers who are not signed in.
    Anon,
    /// Signed-in users, admins too.
    Authenticated,
    /// Signed-in admins, in a session of their own.
    Admin,
    /// The operator's key, which needs no rule.
    Service,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
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
            } else if has_user && matches!(role, Role::Anon | Role::Service) {
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

    /// Whether any rule distinguishes admins from other users.
    pub fn has_admin_rule(&self) -> bool {
        self.0.iter().any(|rule| rule.role == Role::Admin)
    }

    /// Whether the caller has this access to a name.
    pub fn allows(&self, caller: AccessCaller, access: Access, name: &str) -> bool {
        self.matching_wildcards(caller, access)
            .any(|wildcard| wildcard.matches(name))
    }

    /// Returns the beginnings of all names that the caller may have this access to.
    pub fn prefixes(&self, caller: AccessCaller, access: Access) -> Vec<String> {
        self.matching_wildcards(caller, access)
            .map(|wildcard| wildcard.literal_prefix())
            .collect()
    }

    fn matching_wildcards(
        &self,
        caller: AccessCaller,
        access: Access,
    ) -> impl Iterator<Item = Wildcard> {
        let rules = self.0.iter();
        rules
            .filter(move |rule| rule.access == access && caller.has_role(rule.role))
            .filter_map(move |rule| caller.fill_in(&rule.pattern))
            .map(|pattern| Wildcard::new(&pattern, SEPARATORS))
    }
}

impl AccessCaller {
    fn has_role(self, role: Role) -> bool {
        match (self, role) {
            (Self::Anon, Role::Anon) | (Self::Service, Role::Service) => true,
            (Self::User { .. }, Role::Authenticated) => true,
            (Self::User { is_admin, .. }, Role::Admin) => is_admin,
            _ => false,
        }
    }

    /// Returns None where the pattern names a user and the caller is none.
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

    fn access_rules(rules: &[(&str, Role, Access)]) -> AccessRules {
        let rule = |(pattern, role, access): &(&str, Role, Access)| AccessRule {
            pattern: (*pattern).to_owned(),
            role: *role,
            access: *access,
        };
        AccessRules(rules.iter().map(rule).collect())
    }

    #[test]
    fn stars_stop_at_separators_and_double_stars_do_not() {
        let rules = access_rules(&[
            ("room:*", Role::Authenticated, Access::Read),
            ("team/**", Role::Authenticated, Access::Read),
        ]);
        let reads = |name| rules.allows(ADA, Access::Read, name);
        assert!(reads("room:12") && reads("room:"));
        assert!(!reads("room:12:secret") && !reads("room:a/b") && !reads("rooms:12"));
        assert!(reads("team/a/b:c") && !reads("team") && !reads("x/team/a"));
        // Question marks are no wildcards here: names of objects have them.
        let exact = access_rules(&[("a?c", Role::Authenticated, Access::Read)]);
        assert!(exact.allows(ADA, Access::Read, "a?c"));
        assert!(!exact.allows(ADA, Access::Read, "abc"));
    }

    #[test]
    fn roles_and_kinds_of_access_are_exact() {
        let callers = [AccessCaller::Anon, ADA, ADMIN, AccessCaller::Service];
        let roles = [
            (Role::Anon, [true, false, false, false]),
            (Role::Authenticated, [false, true, true, false]),
            (Role::Admin, [false, false, true, false]),
            (Role::Service, [false, false, false, true]),
        ];
        for (role, expected) in roles {
            let rules = access_rules(&[("x", role, Access::Write)]);
            let writes = callers.map(|caller| rules.allows(caller, Access::Write, "x"));
            assert_eq!(writes, expected, "{role:?}");
            let reads = callers.map(|caller| rules.allows(caller, Access::Read, "x"));
            assert_eq!(reads, [false; 4], "{role:?}");
        }
    }

    #[test]
    fn user_placeholder_stands_for_the_callers_own_id() {
        let rules = access_rules(&[("inbox:{user}", Role::Authenticated, Access::Read)]);
        let own = format!("inbox:{}", Uuid::from_u128(1));
        assert!(rules.allows(ADA, Access::Read, &own));
        for caller in [AccessCaller::Anon, ADMIN, AccessCaller::Service] {
            assert!(!rules.allows(caller, Access::Read, &own), "{caller:?}");
        }
        assert!(!rules.allows(AccessCaller::Anon, Access::Read, "inbox:{user}"));
        assert_eq!(rules.prefixes(ADA, Access::Read), [own]);
    }

    #[test]
    fn rules_that_never_match_are_refused() {
        for (pattern, role) in [
            ("", Role::Anon),
            ("inbox:{user}", Role::Anon),
            ("inbox:{user}", Role::Service),
            ("inbox:{name}", Role::Authenticated),
        ] {
            let error = access_rules(&[(pattern, role, Access::Read)])
                .check()
                .unwrap_err();
            assert!(error.to_string().contains(pattern), "{error}");
        }
        let good = access_rules(&[("inbox:{user}:**", Role::Admin, Access::Write)]);
        good.check().unwrap();
    }
}
