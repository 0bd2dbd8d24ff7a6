import { expect, it } from 'vitest'
import { splitTexts, withTexts } from './pictureLines.ts'

const car = {
  image_url: '/cover.webp',
  images: ['/1.webp', '/2.webp'],
  image_alts: { '/cover.webp': 'Спереди слева', '/2.webp': 'Салон' },
}

it('shows each picture of a car with its text', () => {
  expect(withTexts(car)).toMatchObject({
    image_url: '/cover.webp Спереди слева',
    images: ['/1.webp', '/2.webp Салон'],
  })
})

it('sends addresses and texts apart; a picture that is moved keeps its text', () => {
  const record = withTexts(car)
  expect(splitTexts({ images: ['/2.webp Салон', '/1.webp  Диски   зимние'] }, record)).toEqual({
    images: ['/2.webp', '/1.webp'],
    image_alts: { '/2.webp': 'Салон', '/1.webp': 'Диски зимние', '/cover.webp': 'Спереди слева' },
  })
  expect(splitTexts({ image_url: '/new.webp' }, record)).toEqual({
    image_url: '/new.webp',
    image_alts: { '/2.webp': 'Салон' },
  })
  expect(splitTexts({ brand: 'BMW' }, record)).toEqual({ brand: 'BMW' })
})
