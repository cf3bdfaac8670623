# Varnish 7 in front of the shop: see docs/operations.md, "A cache in front".
# varnishd -a :6081 -f /etc/varnish/etalase.vcl
vcl 4.1;
import std;

backend shop {
    .host = "127.0.0.1";
    .port = "3000";
    .probe = { .url = "/readyz"; .interval = 2s; .timeout = 1s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
    # While the shop is there, an answer that it has not confirmed is never sent.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
    # Pages for everybody: the cookie does not reach the shop, so no answer can depend on it.
    if (req.method ~ "^(GET|HEAD)$" && req.url ~ "(?i)^(/en)?/?(shop|item/[a-z0-9-]+|collections/[a-z0-9-]+|pages/[a-z0-9-]+|cart|about|contact|faq|privacypolicy|shippingandreturns|termsandconditions)?([.]data)?([?].*)?$") {
        unset req.http.Cookie;
        unset req.http.Authorization;
        return (hash);
    }
}

sub vcl_backend_response {
    # Asks each time (a lifetime of nothing would keep nothing) with the tag of what it has, and goes on with it for ten minutes while the shop is away.
    if (beresp.http.ETag && beresp.http.Cache-Control == "no-cache") {
        set beresp.ttl = 1ms;
        set beresp.grace = 10m;
        set beresp.keep = 1h;
        return (deliver);
    }
}
