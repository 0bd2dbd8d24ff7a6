// Secrets of records that were created in this tab: webhooks and API keys. The service shows each of them only once.

const secrets = new Map<string, string>()

export const keepSecret = (record: string, secret: string) => secrets.set(record, secret)

export const findSecret = (record: string) => secrets.get(record)
