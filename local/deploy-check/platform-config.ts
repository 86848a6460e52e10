/**
 * The settings of a project as Supabase answers them to the CLI, none of them as the shop wants it: so a push sends
 * whatever `supabase/config.toml` declares. Fields and types are those that the schemas of CLI 3.1 demand; after an
 * upgrade of it, what is missing here is named in the finding "Missing key at …".
 */
export const platformConfig = {
  api: {
    ...{ db_schema: 'public,graphql_public', db_extra_search_path: 'public', max_rows: 100, db_pool: null },
    ...{ db_pool_acquisition_timeout: 10, db_pool_max_lifetime: 1800, db_pool_max_idletime: 30 },
  },
  // Set by hand on the platform; of an empty group the CLI would change nothing.
  auth: { site_url: 'https://www.shop.co.ke', uri_allow_list: 'https://www.shop.co.ke/**' },
  database: {
    ...{ major_version: 17, ssl_enforced: false, postgres_settings: {} },
    network_restrictions: { entitlement: 'allowed', status: 'applied', allowed_cidrs: [] },
  },
  pooler: {
    ...{ pool_mode: 'transaction', ignore_startup_parameters: '', server_idle_timeout: 60 },
    ...{ server_lifetime: 3600, query_wait_timeout: 120, reserve_pool_size: 0, default_pool_size: 15 },
    max_client_conn: 200,
  },
  realtime: {
    ...{ private_only: false, max_concurrent_users: 200, max_events_per_second: 100, suspend: false },
    ...{ max_bytes_per_second: 100_000, max_channels_per_client: 100, max_joins_per_second: 100 },
    ...{ max_presence_events_per_second: 100, max_payload_size_in_kb: 256, presence_enabled: true },
    ...{ connection_pool: 2, postgres_changes_pool: null },
  },
  storage: {
    ...{ file_size_limit: 52_428_800, upstream_target: 'main', migration_version: null },
    features: {
      image_transformation: { enabled: false },
      s3_protocol: { enabled: false },
      purge_cache: { enabled: false },
      iceberg_catalog: { enabled: false, max_namespaces: 0, max_tables: 0, max_catalogs: 0 },
      vector_buckets: { enabled: false, max_buckets: 0, max_indexes: 0 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
  },
};

/** Each of the names with each of the endings. */
const combined = (prefix: string, names: string, endings: string): string[] =>
  names.split(' ').flatMap((name) => endings.split(' ').map((ending) => `${prefix}_${name}${ending}`));

const providers =
  'apple azure bitbucket discord facebook figma github gitlab google kakao keycloak linkedin_oidc notion slack slack_oidc spotify twitch twitter x zoom';
const hooks =
  'custom_access_token mfa_verification_attempt password_verification_attempt send_sms send_email before_user_created after_user_created';
const letters = 'confirmation email_change invite magic_link reauthentication recovery';
const changes =
  'password_changed email_changed phone_changed mfa_factor_enrolled mfa_factor_unenrolled identity_linked identity_unlinked';

/** Settings of sign-in that may be null. */
const authFields = [
  ...combined('external', providers, '_client_id _email_optional _enabled _secret'),
  ...combined('hook', hooks, '_enabled _uri _secrets'),
  ...combined('mailer_subjects', letters, ''),
  ...combined('mailer_subjects', changes, '_notification'),
  ...combined('mailer_templates', letters, '_content'),
  ...combined('mailer_templates', changes, '_notification_content'),
  ...combined('mailer_notifications', changes, '_enabled'),
  ...`
    api_max_request_duration db_max_pool_size disable_signup external_anonymous_users_enabled
    external_apple_additional_client_ids external_azure_url external_email_enabled external_gitlab_url
    external_google_additional_client_ids external_google_skip_nonce_check external_keycloak_url
    external_phone_enabled external_workos_client_id external_workos_enabled external_workos_secret
    external_workos_url external_web3_solana_enabled external_web3_ethereum_enabled jwt_exp
    mailer_allow_unverified_email_sign_ins mailer_autoconfirm mailer_otp_length
    mailer_secure_email_change_enabled mfa_max_enrolled_factors mfa_totp_enroll_enabled
    mfa_totp_verify_enabled mfa_phone_enroll_enabled mfa_phone_verify_enabled mfa_web_authn_enroll_enabled
    mfa_web_authn_verify_enabled webauthn_rp_display_name webauthn_rp_id webauthn_rp_origins
    mfa_phone_template mfa_phone_max_frequency nimbus_oauth_client_id nimbus_oauth_email_optional
    nimbus_oauth_client_secret password_hibp_enabled password_min_length rate_limit_anonymous_users
    rate_limit_email_sent rate_limit_sms_sent rate_limit_token_refresh rate_limit_verify rate_limit_otp
    rate_limit_web3 refresh_token_rotation_enabled saml_enabled saml_external_url
    saml_allow_encrypted_assertions security_sb_forwarded_for_enabled security_captcha_enabled
    security_captcha_secret security_manual_linking_enabled security_refresh_token_reuse_interval
    security_update_password_require_current_password security_update_password_require_reauthentication
    sessions_inactivity_timeout sessions_single_per_user sessions_tags sessions_timebox site_url
    sms_autoconfirm sms_max_frequency sms_messagebird_access_key sms_messagebird_originator sms_otp_exp
    sms_template sms_test_otp sms_test_otp_valid_until sms_textlocal_api_key sms_textlocal_sender
    sms_twilio_account_sid sms_twilio_auth_token sms_twilio_content_sid sms_twilio_message_service_sid
    sms_twilio_verify_account_sid sms_twilio_verify_auth_token sms_twilio_verify_message_service_sid
    sms_vonage_api_key sms_vonage_api_secret sms_vonage_from smtp_admin_email smtp_host smtp_max_frequency
    smtp_pass smtp_port smtp_sender_name smtp_user uri_allow_list oauth_server_authorization_path
  `
    .trim()
    .split(/\s+/),
];

/** What is answered to a change of the settings of sign-in: all of them. */
export const wholeAuthConfig = {
  ...Object.fromEntries(authFields.map((name) => [name, null])),
  ...{ db_max_pool_size_unit: null, password_required_characters: null, security_captcha_provider: null },
  ...{ sms_provider: null, mailer_otp_exp: 3600, mfa_phone_otp_length: 6, sms_otp_length: 6 },
  ...{ passkey_enabled: false, oauth_server_enabled: false, custom_oauth_enabled: false },
  ...{ oauth_server_allow_dynamic_registration: false, custom_oauth_max_providers: 0 },
};
