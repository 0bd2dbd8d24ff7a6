import type { Routes } from './wire/routes.ts'

export type Method = keyof Routes

/** The route with this URL; `never` for an unknown URL. */
type Match<Route, Url> = Route extends readonly [infer Path, unknown, unknown]
  ? [Url] extends [Path]
    ? [Path] extends [Url]
      ? Route
      : never
    : never
  : never

/** The gateway also serves /api/notifications at /notifications. */
type Served<Url> = Url extends `/notifications${infer Rest}` ? `/api/notifications${Rest}` : Url

type RouteOf<By extends Method, Url> = Url extends string ? Match<Routes[By], Served<Url>> : never

/** The response type of a route by its method and URL. */
export type AnswerOf<By extends Method, Url> = RouteOf<By, Url>[1]

/** The request body type of a route; void for none. */
export type BodyOf<By extends Method, Url> = RouteOf<By, Url>[2]

/** Union of all response types of this method. */
export type AnyAnswer<By extends Method> = Routes[By][1]
