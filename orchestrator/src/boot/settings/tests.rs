use super::*;

#[test]
fn flags_override_environment_file_and_defaults() {
    figment::Jail::expect_with(|jail| {
        jail.create_file("portolan.toml", "query_seconds = 7\nmax_upload_bytes = 1\n")?;
        jail.set_env("PORTOLAN_MAX_UPLOAD_BYTES", "2");
        jail.set_env("PORTOLAN_DATA_DIR", "from-environment");
        let flags = Flags {
            data: DataFlags {
                data_dir: Some("from-flag".into()),
                ..DataFlags::default()
            },
            ..Flags::default()
        };
        let (settings, _) = Settings::load(&flags).unwrap();
        assert_eq!(settings.data_dir, PathBuf::from("from-flag"));
        assert_eq!(settings.max_upload_bytes, 2);
        assert_eq!(settings.query_seconds, 7);
        assert_eq!(settings.chat_idle_seconds, 300);
        Ok(())
    });
}

#[test]
fn development_mode_is_set_by_the_flag_alone() {
    figment::Jail::expect_with(|jail| {
        jail.set_env("PORTOLAN_IS_DEVELOPMENT", "true");
        jail.set_env("PORTOLAN_DEV", "true");
        let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
        assert!(!settings.is_development);
        assert_eq!(warnings.len(), 2);
        let (settings, _) = Settings::load(&with_dev()).unwrap();
        assert!(settings.is_development);
        jail.create_file("portolan.toml", "is_development = true\n")?;
        assert!(Settings::load(&Flags::default()).is_err());
        Ok(())
    });
}

#[test]
fn development_mode_refuses_public_urls_and_reachable_addresses() {
    figment::Jail::expect_with(|jail| {
        for listen in ["127.0.0.1:0", "localhost:80", "[::1]:80"] {
            jail.set_env("PORTOLAN_LISTEN", listen);
            assert!(Settings::load(&with_dev()).is_ok(), "{listen}");
        }
        for listen in ["0.0.0.0:80", "[::]:80", "192.0.2.1:80"] {
            jail.set_env("PORTOLAN_LISTEN", listen);
            let refused = Settings::load(&with_dev()).unwrap_err().to_string();
            assert!(refused.contains("--dev"), "{refused}");
            assert!(Settings::load(&Flags::default()).is_ok(), "{listen}");
        }
        jail.set_env("PORTOLAN_LISTEN", "127.0.0.1:0");
        jail.set_env("PORTOLAN_PUBLIC_URL", "https://charts.example");
        let refused = Settings::load(&with_dev()).unwrap_err().to_string();
        assert!(refused.contains("https://charts.example"), "{refused}");
        Ok(())
    });
}

#[test]
fn public_urls_with_a_path_are_rejected() {
    figment::Jail::expect_with(|jail| {
        for url in ["https://charts.example", "http://10.0.0.1:8080/"] {
            jail.set_env("PORTOLAN_PUBLIC_URL", url);
            assert!(Settings::load(&Flags::default()).is_ok(), "{url}");
        }
        for (url, problem) in [
            ("https://example.com/charts", "has a path"),
            ("https://example.com/charts/", "has a path"),
            ("https://example.com/?a=b", "has a query"),
            ("ftp://example.com", "neither http nor https"),
        ] {
            jail.set_env("PORTOLAN_PUBLIC_URL", url);
            let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
            assert!(refused.contains(problem), "{url}: {refused}");
        }
        Ok(())
    });
}

#[test]
fn unknown_keys_and_variables_name_the_nearest_settings() {
    figment::Jail::expect_with(|jail| {
        jail.set_env("PORTOLAN_AUTH_PASSKEY", "true");
        let (_, warnings) = Settings::load(&Flags::default()).unwrap();
        assert!(
            warnings[0].contains("did you mean `PORTOLAN_AUTH_PASSKEYS`"),
            "{warnings:?}"
        );
        for (file, expected) in [
            (
                "database = 'x'\n",
                ["`database`", "portolan.toml", "`database_url`"],
            ),
            (
                "[auth]\nanonymus = true\n",
                ["`auth.anonymus`", "portolan.toml", "`anonymous`"],
            ),
        ] {
            jail.create_file("portolan.toml", file)?;
            let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
            for part in expected {
                assert!(refused.contains(part), "{refused}");
            }
            assert!(refused.len() < 250, "{refused}");
        }
        Ok(())
    });
}

#[test]
fn trusted_proxies_accept_addresses_and_ranges() {
    figment::Jail::expect_with(|jail| {
        for text in ["[10.0.0.1, 192.168.0.0/16]", "10.0.0.1,192.168.0.0/16"] {
            jail.set_env("PORTOLAN_TRUSTED_PROXIES", text);
            let (settings, _) = Settings::load(&Flags::default()).unwrap();
            let proxies: Vec<String> = settings
                .trusted_proxies
                .iter()
                .map(IpNet::to_string)
                .collect();
            assert_eq!(proxies, ["10.0.0.1/32", "192.168.0.0/16"], "{text}");
        }
        jail.set_env("PORTOLAN_TRUSTED_PROXIES", "10.0.0.0/99");
        let refused = Settings::load(&Flags::default()).unwrap_err().to_string();
        assert!(refused.contains("10.0.0.0/99"), "{refused}");
        Ok(())
    });
}

fn with_dev() -> Flags {
    Flags {
        dev: true,
        ..Flags::default()
    }
}

#[test]
fn sign_in_settings_come_from_file_and_environment() {
    figment::Jail::expect_with(|jail| {
        jail.create_file(
            "portolan.toml",
            "trusted_proxies = ['10.0.0.1']\n[auth]\nanonymous = true\nminimum_password = 8\n\
             redirect_urls = ['https://*.example.com']\n[auth.limits]\nverify = 3\n\
             [auth.providers.google]\nclient_id = 'id'\nclient_secret = 'hidden'\n",
        )?;
        jail.set_env("PORTOLAN_AUTH_MINIMUM_PASSWORD", "10");
        jail.set_env("PORTOLAN_AUTH_PATH", "");
        jail.set_env("PORTOLAN_AUTH_SIGN_UP", "false");
        let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
        assert_eq!(warnings, [""; 0]);
        let auth = settings.auth;
        assert_eq!(auth.anonymous, Some(true));
        assert_eq!(auth.sign_up, Some(false));
        assert_eq!((auth.minimum_password, auth.path.as_str()), (10, ""));
        assert_eq!((auth.limits.verify, auth.limits.refresh), (3, 150));
        assert!(!format!("{auth:?}").contains("hidden"));
        Ok(())
    });
}

#[test]
fn model_table_and_fallback_order_are_read() {
    figment::Jail::expect_with(|jail| {
        jail.create_file(
            "portolan.toml",
            "model = 'small'\nturn_credits = 50\n\n[[models]]\nid = 'small'\ninput_price = 1\n\n\
             [[models]]\nid = 'large'\ntitle = 'Large'\nbase_url = 'http://127.0.0.1:1/v1/'\n\
             wire = 'responses'\napi_key_variable = 'LARGE_KEY'\noutput_tokens = 9\n\
             provider = 'qwen'\ntemperature = 0.5\nheaders = {X-Team = 'charts'}\nbody = {top_k = 20}\n",
        )?;
        jail.set_env("PORTOLAN_MODEL_FALLBACKS", "large, small");
        jail.set_env("LARGE_KEY", "secret");
        let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
        assert_eq!(warnings, [""; 0]);
        assert_eq!(settings.model_fallbacks, ["large", "small"]);
        let [small, large] = &settings.models[..] else {
            panic!("two models");
        };
        assert_eq!((small.input_price, small.output_price), (1, OUTPUT_PRICE));
        assert_eq!(small.wire, WireName::ChatCompletions);
        assert_eq!(large.wire, WireName::Responses);
        assert_eq!(large.output_tokens, Some(9));
        assert_eq!(
            (large.temperature, large.provider.as_deref()),
            (Some(0.5), Some("qwen"))
        );
        assert_eq!(large.headers["X-Team"], "charts");
        assert_eq!(large.body["top_k"], 20);
        let endpoint = endpoint_of(large);
        assert_eq!(endpoint.base_url, "http://127.0.0.1:1/v1");
        assert_eq!(
            secrecy::ExposeSecret::expose_secret(&endpoint.api_key),
            "secret"
        );
        jail.create_file("portolan.toml", "[[models]]\nid = 'x'\ncolour = 'green'\n")?;
        assert!(Settings::load(&Flags::default()).is_err());
        Ok(())
    });
}

#[test]
fn access_rules_are_read_and_checked() {
    figment::Jail::expect_with(|jail| {
        jail.create_file(
            "portolan.toml",
            "[[realtime_rules]]\npattern = 'room:*'\nrole = 'anon'\naccess = 'read'\n",
        )?;
        let rule = "[{pattern=\"shared/{user}/**\", role=\"authenticated\", access=\"write\"}]";
        jail.set_env("PORTOLAN_STORAGE_RULES", rule);
        let (settings, warnings) = Settings::load(&Flags::default()).unwrap();
        assert_eq!(warnings, [""; 0]);
        assert_eq!(settings.realtime_rules.0[0].pattern, "room:*");
        assert_eq!(settings.storage_rules.0[0].pattern, "shared/{user}/**");
        jail.set_env(
            "PORTOLAN_STORAGE_RULES",
            rule.replace("authenticated", "anon"),
        );
        let error = Settings::load(&Flags::default()).unwrap_err();
        assert!(error.to_string().contains("shared/{user}/**"), "{error}");
        jail.set_env(
            "PORTOLAN_STORAGE_RULES",
            rule.replace("write", "everything"),
        );
        assert!(Settings::load(&Flags::default()).is_err());
        Ok(())
    });
}

#[test]
fn unknown_variable_warns_and_unknown_key_fails() {
    figment::Jail::expect_with(|jail| {
        jail.set_env("PORTOLAN_COLOUR", "green");
        let (_, warnings) = Settings::load(&Flags::default()).unwrap();
        assert!(
            warnings
                .iter()
                .any(|warning| warning.contains("PORTOLAN_COLOUR"))
        );
        jail.create_file("portolan.toml", "colour = 'green'\n")?;
        let error = Settings::load(&Flags::default()).unwrap_err();
        assert!(error.to_string().contains("colour"), "{error}");
        Ok(())
    });
}
