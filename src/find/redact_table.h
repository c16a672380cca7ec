/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/redact.tsv. Do not edit. */

/* clang-format off */
static const redact_path redact_paths[] = {
    {"hooks.slack.com", 15, "services/*/*/!"},
    {"hooks.slack.com", 15, "workflows/*/*/*/!"},
    {"hooks.slack.com", 15, "triggers/*/*/!"},
    {"api.telegram.org", 16, "bot!"},
    {"api.telegram.org", 16, "file/bot!"},
    {"discord.com", 11, "api/webhooks/*/!"},
    {"discordapp.com", 14, "api/webhooks/*/!"},
    {"discord.com", 11, "api/*/webhooks/*/!"},
    {"discordapp.com", 14, "api/*/webhooks/*/!"},
    {"webhook.office.com", 18, "webhookb2/*/IncomingWebhook/!"},
    {"hooks.zapier.com", 16, "hooks/catch/*/!"},
    {"maker.ifttt.com", 15, "trigger/*/with/key/!"},
    {"maker.ifttt.com", 15, "trigger/*/json/with/key/!"},
    {"calendar.google.com", 19, "calendar/ical/*/private-!"},
    {"google.com", 10, "calendar/ical/*/private-!"},
    {"infura.io", 9, "v3/!"},
    {"g.alchemy.com", 13, "v2/!"},
    {"", 0, "(S(!))"},
    {"", 0, "(F(!))"},
};
static const redact_user redact_users[] = {
    "",
    "x-oauth-basic",
    "api_token",
};
static const redact_token redact_tokens[] = {
    {"ghp_*", 40},
    {"gho_*", 40},
    {"ghu_*", 40},
    {"ghs_*", 40},
    {"ghr_*", 40},
    {"github_pat_*", 40},
    {"glpat-*", 26},
    {"gldt-*", 20},
    {"xoxb-*", 20},
    {"xoxp-*", 20},
    {"xapp-*", 20},
    {"sk_live_*", 20},
    {"sk_test_*", 20},
    {"rk_live_*", 20},
    {"whsec_*", 20},
    {"AIza*", 39},
    {"npm_*", 40},
    {"pypi-*", 80},
    {"eyJ*.eyJ*", 40},
    {"sk-proj-*", 40},
    {"sk-ant-*", 40},
    {"hf_*", 30},
    {"SG.*.*", 60},
    {"dop_v1_*", 60},
    {"shpat_*", 30},
};

enum { REDACT_SHORTEST = 20 }; /* of the tokens */
/* clang-format on */
