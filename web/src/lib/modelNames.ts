import { NBSP } from './spaces.ts'

/** Keeps the letter of a model with its number, so that «E 220 d, 2022» never leaves «d» alone in a line. */
export const bindModelName = (name: string) =>
  name.replace(/(?<=\d) (?=[A-Za-z](?![\p{L}\d]))/gu, NBSP)
