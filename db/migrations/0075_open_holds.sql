-- As open payments: the active holds of everybody were read whole to find those of one order. A plain index also serves
-- a variant that is deleted.
drop index public.stock_holds_variant;
create index stock_holds_variant on public.stock_holds (variant_id);
