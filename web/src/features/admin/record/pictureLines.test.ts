import { expect, it } from 'vitest'
import { mergePictures, splitList } from './pictureLines.ts'

const car = {
  image_url: '/cover.webp',
  images: ['/1.webp', '/cover.webp', '/2.webp'],
  image_alts: { '/cover.webp': 'Спереди слева', '/2.webp': 'Салон' },
}

it('shows the cover and the other pictures of a car as one list with their texts', () => {
  expect(mergePictures(car).images).toEqual([
    '/cover.webp Спереди слева',
    '/1.webp',
    '/2.webp Салон',
  ])
  expect(mergePictures({ image_url: null, images: ['/1.webp'] }).images).toEqual(['/1.webp'])
})

it('sends the first picture as the cover, and addresses and texts apart', () => {
  expect(splitList({ images: ['/2.webp Салон', '/1.webp  Диски   зимние'] })).toEqual({
    image_url: '/2.webp',
    images: ['/1.webp'],
    image_alts: { '/2.webp': 'Салон', '/1.webp': 'Диски зимние' },
  })
  expect(splitList({ images: [] })).toEqual({ image_url: null, images: [], image_alts: {} })
  expect(splitList({ brand: 'BMW' })).toEqual({ brand: 'BMW' })
})
