// Types of the routes, looked up by method and URL in the generated types of all services.

import type { paths as AuthPaths } from './wire/auth.ts'
import type { paths as CalculatorPaths } from './wire/calculator.ts'
import type { paths as ContentPaths } from './wire/content.ts'
import type { paths as NotificationPaths } from './wire/notifications.ts'
import type { paths as StatusPaths } from './wire/status.ts'

type Paths = AuthPaths & CalculatorPaths & ContentPaths & NotificationPaths & StatusPaths

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The URL of a path, with `${string}` for each parameter: '/api/cars/{slug}' is `/api/cars/${string}`. */
type UrlOf<Path> = Path extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${UrlOf<End>}`
  : Path

/** The JSON of the successful response of a route; `never` for other content. */
type SuccessOf<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 202>] extends {
  content: { 'application/json': infer Json }
}
  ? unknown extends Json
    ? never
    : Json
  : never

/**
 * The body of a request. It is void if the route has none, and includes void if it is optional.
 * Files are sent as form data.
 */
type RequestContent<Body> = Body extends { content: { 'multipart/form-data': unknown } }
  ? FormData
  : Body extends { content: { 'application/json': infer Json } }
    ? Exclude<Json, null>
    : // biome-ignore lint/suspicious/noConfusingVoidType: RTK Query takes calls without an argument for it.
      void

type Operation = { responses: object; requestBody?: unknown }

/** URL, response and request body of a route; `never` if it does not answer with JSON. */
type RouteAt<Path, Route> = Route extends Operation
  ? [SuccessOf<Route['responses']>] extends [never]
    ? never
    : [
        url: UrlOf<Path>,
        response: SuccessOf<Route['responses']>,
        body: RequestContent<Route['requestBody']>,
      ]
  : never

type RoutesOf<Verb extends Method> = {
  [Path in keyof Paths]: RouteAt<Path, Paths[Path][Verb]>
}[keyof Paths]

type Routes = { [Verb in Method]: RoutesOf<Verb> }

/** The route with this URL; `never` for an unknown URL. */
type MatchingRoute<Route, Url> = Route extends readonly [infer Path, unknown, unknown]
  ? [Url] extends [Path]
    ? [Path] extends [Url]
      ? Route
      : never
    : never
  : never

/** The gateway also serves /api/notifications at /notifications. */
type DocumentedUrl<Url> = Url extends `/notifications${infer Rest}`
  ? `/api/notifications${Rest}`
  : Url

type RouteOf<Verb extends Method, Url> = Url extends string
  ? MatchingRoute<Routes[Verb], DocumentedUrl<Url>>
  : never

/** The response type of a route by its method and URL. */
export type AnswerOf<Verb extends Method, Url> = RouteOf<Verb, Url>[1]

/** The request body type of a route; void for none. */
export type BodyOf<Verb extends Method, Url> = RouteOf<Verb, Url>[2]

/** Union of all response types of this method. */
export type AnyAnswer<Verb extends Method> = Routes[Verb][1]
