-- Accounts that are carried over: the statements that fill `auth.users` on a hosted backend (seeds, dumps of its data)
-- run here as they are. They name the columns of GoTrue's links, say '' where nothing is, and leave nulls where we have
-- values.

alter table auth.users
  add column instance_id uuid default '00000000-0000-0000-0000-000000000000',
  -- Always empty. Upstream's hold what opens the account, readable by whoever reads the table; ours is hashed, in
  -- auth.one_time_tokens. A link that was open when an account was carried over has to be asked for again.
  add column confirmation_token text not null default '',
  add column recovery_token text not null default '',
  add column email_change_token_new text not null default '',
  add column email_change_token_current text not null default '',
  add column phone_change_token text not null default '',
  add column reauthentication_token text not null default '';

create function private.carry_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.phone_change_token := '';
  new.reauthentication_token := '';
  new.email := nullif(lower(new.email), '');
  new.phone := nullif(new.phone, '');
  new.email_change := nullif(new.email_change, '');
  new.phone_change := nullif(new.phone_change, '');
  new.encrypted_password := nullif(new.encrypted_password, '');
  new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
  new.role := coalesce(nullif(new.role, ''), 'authenticated');
  new.email_change_confirm_status := coalesce(new.email_change_confirm_status, 0);
  new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
  new.is_super_admin := coalesce(new.is_super_admin, false);
  new.is_sso_user := coalesce(new.is_sso_user, false);
  new.is_anonymous := coalesce(new.is_anonymous, false);
  new.created_at := coalesce(new.created_at, now());
  new.updated_at := coalesce(new.updated_at, now());
  return new;
end $$;
revoke execute on function private.carry_account() from public;

create trigger users_carried_over before insert or update of
  confirmation_token, recovery_token, email_change_token_new, email_change_token_current, phone_change_token,
  reauthentication_token, email_change, phone_change
  on auth.users for each row execute function private.carry_account();
