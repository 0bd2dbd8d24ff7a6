// Articles and pictures.

export const articleDesk = {
  revisions: 'Прежние версии',
  noRevisions: 'Прежних версий нет.',
  revisionsFailed: 'Версии не загрузились',
  by: (name: string, at: string) => `${name}, ${at}`,
  open: 'Открыть на сайте',
}

export const mediaDesk = {
  upload: 'Загрузить картинку',
  uploading: 'Загружаем…',
  hint: 'PNG, JPEG, WebP или AVIF',
  address: 'Адрес',
}
