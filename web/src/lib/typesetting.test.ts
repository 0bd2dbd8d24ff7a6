import { describe, expect, it } from 'vitest'
import { bindEditionNames } from './editionNames.ts'
import { bindModelName } from './modelNames.ts'
import { formatCount, pluralize } from './plural.ts'
import { bindShortWordsInHtml, typeset, typographer } from './typography.ts'

const markHardSpaces = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u2009', '~')
const cars = ['автомобиль', 'автомобиля', 'автомобилей'] as const

describe('plural', () => {
  it.each([
    [1, 'автомобиль'],
    [2, 'автомобиля'],
    [5, 'автомобилей'],
    [11, 'автомобилей'],
    [21, 'автомобиль'],
    [112, 'автомобилей'],
    [1.5, 'автомобиля'],
  ])('%s takes %s', (count, word) => expect(pluralize(count, cars)).toBe(word))

  it('holds the figure and its word together', () => {
    expect(markHardSpaces(formatCount(1048, cars))).toBe('1~048_автомобилей')
  })
})

describe('typographer', () => {
  it.each([
    ['"Заказ" на "Ладу"', '«Заказ» на_«Ладу»'],
    ['ООО "Фирма "Север""', 'ООО «Фирма „Север“»'],
    ['Смета - до рубля', 'Смета_— до_рубля'],
    ['— Да', '— Да'],
    ['и в Москве', 'и_в_Москве'],
    ['от 3 до 5 лет', 'от_3 до_5 лет'],
    ['пробег 64 000 км', 'пробег 64_000_км'],
    ['выросла на 11 200 рублей', 'выросла на_11_200 рублей'],
    ['за 15 минут, 1 минуту, 2 часа', 'за_15_минут, 1_минуту, 2_часа'],
    ['стоит 500 ₽ и 22 %', 'стоит 500_₽ и_22_%'],
    ['Постановление № 1291', 'Постановление №_1291'],
    ['3-5 дней', '3–5 дней'],
    ['+7 495 000-00-00', '+7 495 000-00-00'],
    ['2026-11-20', '2026-11-20'],
    ['Подождите...', 'Подождите…'],
    ['знает ли он', 'знает_ли он'],
    ['38-й километр', '38-\u2060й километр'],
    ['5.0 л, бензин', '5,0_л, бензин'],
    ['осмотр 25 ноября, суббота 10:00', 'осмотр 25_ноября, суббота_10:00'],
    ['краска 102-137 мкм', 'краска 102–137_мкм'],
    ['часы 10:00–16:00', 'часы_10:00–16:00'],
    ['из-за шторма', 'из-за шторма'],
    ['A6 2.0 TDI', 'A6 2.0 TDI'],
    ['дизель до 160 л. с., автомат и т. д.', 'дизель до_160_л._с., автомат и_т._д.'],
  ])('sets %s', (plain, set) => expect(markHardSpaces(typographer(plain))).toBe(set))

  it('changes nothing the second time', () => {
    const once = typographer('"Один" договор - на весь путь, и в "Минск" 3-5 дней')
    expect(typographer(once)).toBe(once)
  })

  it('holds the words of marked-up text together and leaves its marks alone', () => {
    const html = '<p class="a b в c">Мотор на 150 кВт, с <b>110</b> л и "Golf"</p>'
    expect(markHardSpaces(bindShortWordsInHtml(html))).toBe(
      '<p class="a b в c">Мотор на_150_кВт, с_<b>110</b> л и_"Golf"</p>',
    )
  })
})

describe('a text of our own', () => {
  it.each([
    ['краска 102-137 мкм', 'краска 102–\u2060137_мкм'],
    ['часы 10:00–16:00', 'часы_10:00–16:00'],
    ['что-то и кто-нибудь', 'что-\u2060то и_кто-\u2060нибудь'],
    ['из-за двух-трёх машин', 'из-\u2060за двух-\u2060трёх машин'],
    ['в Санкт-Петербург', 'в_Санкт-\u2060Петербург'],
    ['API-сервер, трейд-ин, видео-тонкости', 'API-сервер, трейд-ин, видео-тонкости'],
  ])('keeps the parts of %s together', (plain, set) => {
    expect(markHardSpaces(typeset(plain))).toBe(set)
    expect(typeset(typeset(plain))).toBe(typeset(plain))
  })
})

it('the name of an edition keeps its parts together', () =>
  expect(bindEditionNames('Редакция ru-2026-01 действовала до 30.11.2026')).toBe(
    'Редакция ru\u2060-\u20602026\u2060-\u206001 действовала до 30.11.2026',
  ))

describe('the names of models', () => {
  it.each([
    ['Mercedes-Benz E 220 d, 2022', 'Mercedes-Benz E 220_d, 2022'],
    ['Mercedes-Benz C 200 T', 'Mercedes-Benz C 200_T'],
    ['Audi A4 Avant 30 TDI, 2022', 'Audi A4 Avant 30 TDI, 2022'],
  ])('%s keeps a letter with its number', (name, expected) =>
    expect(markHardSpaces(bindModelName(name))).toBe(expected),
  )
})
