-- What a parcel asks of whoever carries it; a method names what it takes, or takes all. Business rule 5.
create function private.are_shipping_classes(classes text[]) returns boolean language sql immutable parallel safe
set search_path = '' as $$
  select classes <@ array['ordinary', 'fragile', 'liquid', 'oversize', 'valuable']
$$;
grant execute on function private.are_shipping_classes(text[]) to service_role;

alter table public.products
  add column shipping_class text not null default 'ordinary'
    constraint product_shipping_class_unknown check (private.are_shipping_classes(array[shipping_class]));

alter table public.shipping_methods
  -- Empty means all.
  add column shipping_classes text[] not null default '{}'
    constraint method_shipping_classes_unknown check (private.are_shipping_classes(shipping_classes));
