import type { Answers } from '../wire/answers.ts'

type Match<Pairs, Url> = Pairs extends readonly [infer Path, infer Answer]
  ? [Url] extends [Path]
    ? [Path] extends [Url]
      ? Answer
      : never
    : never
  : never

/** The answer of a route of the panel, by method and address; `never` for an address that no service has. */
export type AnswerOf<Method extends keyof Answers, Url> = Url extends string
  ? Match<Answers[Method], Url>
  : never
