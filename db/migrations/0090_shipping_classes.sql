-- What a shipment asks of whoever carries it; a method names what it takes, or takes all. Business rule 5.
alter table public.products
  add column shipping_class text not null default 'ordinary' constraint product_shipping_class_unknown
    check (shipping_class in ('ordinary', 'fragile', 'liquid', 'oversize', 'valuable'));

alter table public.shipping_methods
  -- Empty means all.
  add column shipping_classes text[] not null default '{}' constraint method_shipping_classes_unknown
    check (shipping_classes <@ array['ordinary', 'fragile', 'liquid', 'oversize', 'valuable']);
