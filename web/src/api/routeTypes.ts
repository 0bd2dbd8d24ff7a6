import type { Routes } from './wire/routes.ts'

export type Method = keyof Routes

/** The route with this address; `never` for an address that no service has. */
type Match<Route, Url> = Route extends readonly [infer Path, unknown, unknown]
  ? [Url] extends [Path]
    ? [Path] extends [Url]
      ? Route
      : never
    : never
  : never

/** The gateway serves /api/notifications at /notifications too. */
type Served<Url> = Url extends `/notifications${infer Rest}` ? `/api/notifications${Rest}` : Url

type RouteOf<By extends Method, Url> = Url extends string ? Match<Routes[By], Served<Url>> : never

/** The answer of a route by its method and address. */
export type AnswerOf<By extends Method, Url> = RouteOf<By, Url>[1]

/** The body of a request to it; void for none. */
export type BodyOf<By extends Method, Url> = RouteOf<By, Url>[2]

/** Any answer to this method. */
export type AnyAnswer<By extends Method> = Routes[By][1]
