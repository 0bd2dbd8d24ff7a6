// Texts of the question before unsent input is lost.

export const leaving = {
  input: {
    title: 'Уйти без сохранения?',
    description: 'Введённое не отправлено и пропадёт.',
  },
  upload: {
    title: 'Уйти до конца загрузки?',
    description: 'Файл ещё загружается и в форму не попадёт.',
  },
  leave: 'Уйти',
  stay: 'Остаться',
}
