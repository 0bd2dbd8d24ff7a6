// Secrets of webhook endpoints that were created in this tab. The service shows each of them only once.

const secrets = new Map<string, string>()

export const keepSecret = (endpoint: string, secret: string) => secrets.set(endpoint, secret)

export const findSecret = (endpoint: string) => secrets.get(endpoint)
