-- Paid payments are asked about once a day for ninety days, the longest unasked first: a bank may have taken the money back.
-- By their age first, so that what was paid before is never looked at.
create index payments_paid on public.payments (created_at, updated_at) where status = 'settled';
