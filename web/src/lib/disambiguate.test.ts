import { expect, it } from 'vitest'
import { disambiguate } from './disambiguate.ts'

it('a shared name gets only the qualifiers that differ', () => {
  const visits = [
    { title: 'Осмотр', car: 'Volvo V60', day: '2 декабря' },
    { title: 'Осмотр', car: 'Volvo V60', day: '3 декабря' },
    { title: 'Визит', car: 'BMW X3', day: '3 декабря' },
  ]
  const getUniqueName = disambiguate(visits, (visit) => visit.title, [
    (visit) => visit.car,
    (visit) => visit.day,
  ])
  expect(visits.map(getUniqueName)).toEqual(['Осмотр, 2 декабря', 'Осмотр, 3 декабря', 'Визит'])
})

it('a shared name gets no more qualifiers than it needs to be unique', () => {
  const users = [
    { name: 'Анна Орлова', email: 'anna@example.com', since: '2 декабря' },
    { name: 'Анна Орлова', email: 'orlova@example.com', since: '3 декабря' },
  ]
  const getUniqueName = disambiguate(users, (user) => user.name, [
    (user) => user.email,
    (user) => user.since,
  ])
  expect(users.map(getUniqueName)).toEqual([
    'Анна Орлова, anna@example.com',
    'Анна Орлова, orlova@example.com',
  ])
})
