"""A minimal build of the web app, for the pages that content renders."""

import json
from pathlib import Path

SHELL = (
    '<!DOCTYPE html><html lang="ru"><head><meta charSet="utf-8"/><title>Меридиан Авто</title>'
    '<meta name="robots" content="noindex"/><script src="/boot.js"></script></head><body><header></header>'
    '<main id="main" tabindex="-1"><noscript></noscript><!--$--><div aria-busy="true"></div><!--/$--></main>'
    "<footer></footer></body></html>"
)
RECORD = SHELL.replace(
    '<noscript></noscript><!--$--><div aria-busy="true"></div><!--/$-->', '<div id="served-record"></div>'
)
DRAWINGS = {
    "sedan": {"name": "Седан", "car": "5815 / 2746", "cover": "5035 / 1526"},
    "suv": {"name": "Внедорожник", "car": "5910 / 3042", "cover": "5130 / 1822"},
}
POLICY = (
    "script-src 'self' [chat https://*.chat.example] [community https://vk.example/api.js]; "
    "frame-src {$CSP_BOT_CHECK} {$CSP_TELEGRAM}\n"
)
BUILT_IN_SETTINGS = {
    "siteName": "Меридиан Авто",
    "contactPhone": "+7 495 000-00-00",
    "workingHours": "Будни 9:00–19:00",
}
CONTACTS = (
    '<html><head><title>Контакты — Меридиан Авто</title><script>boot("Меридиан Авто")</script>'
    '<script type="application/ld+json">{"name":"Меридиан Авто","telephone":"+7 495 000-00-00"}</script></head>'
    '<body><a href="tel:+74950000000">+7 495 000-00-00</a><p>Будни 9:00–19:00</p></body></html>'
)


def write_web_root(folder: Path) -> Path:
    """Write the build below this folder. Returns the folder of its pages."""
    client = folder / "build" / "client"
    client.mkdir(parents=True)
    (client / "__spa-fallback.html").write_text(SHELL)
    for name in ("__article.html", "__car.html"):
        (client / name).write_text(RECORD)
    (client.parent / "drawings.json").write_text(json.dumps(DRAWINGS, ensure_ascii=False))
    (client.parent / "csp.txt").write_text(POLICY)
    (client.parent / "settings.json").write_text(json.dumps(BUILT_IN_SETTINGS, ensure_ascii=False))
    (client / "contacts").mkdir()
    (client / "contacts" / "index.html").write_text(CONTACTS)
    return client
