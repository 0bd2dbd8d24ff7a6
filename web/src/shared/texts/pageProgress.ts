// The shell has this text on every page, so it does not import the typographer.

export const pageProgress = {
  opening: 'Открываем страницу…',
}
