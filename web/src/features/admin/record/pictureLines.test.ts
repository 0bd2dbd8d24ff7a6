import { expect, it } from 'vitest'
import { mergePictures, splitPictures } from './pictureLines.ts'

const car = {
  image_url: '/cover.webp',
  images: ['/1.webp', '/cover.webp', '/2.webp'],
  image_alts: { '/cover.webp': 'Спереди слева', '/2.webp': 'Салон' },
}

it('the cover and the other pictures of a car are one list with their texts', () => {
  expect(mergePictures(car).images).toEqual([
    '/cover.webp Спереди слева',
    '/1.webp',
    '/2.webp Салон',
  ])
  expect(mergePictures({ image_url: null, images: ['/1.webp'] }).images).toEqual(['/1.webp'])
})

it('the first picture is sent as the cover, and URLs and texts are sent apart', () => {
  expect(splitPictures({ images: ['/2.webp Салон', '/1.webp  Диски   зимние'] })).toEqual({
    image_url: '/2.webp',
    images: ['/1.webp'],
    image_alts: { '/2.webp': 'Салон', '/1.webp': 'Диски зимние' },
  })
  expect(splitPictures({ images: [] })).toEqual({ image_url: null, images: [], image_alts: {} })
  expect(splitPictures({ brand: 'BMW' })).toEqual({ brand: 'BMW' })
})
