// Secrets of the webhooks and API keys that were created in this tab. The service returns each secret only once.

const secrets = new Map<string, string>()

export const keepSecret = (record: string, secret: string) => secrets.set(record, secret)

export const findSecret = (record: string) => secrets.get(record)
