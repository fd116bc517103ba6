import { expect, test } from 'vitest'
import type { SeasonBody } from '../../api/farm'
import { bodyOf, valuesOf } from './seasonBody'

const content: SeasonBody = {
  names: { en: 'Winter', uk: 'Зима', ru: 'Зима', pl: 'Zima' },
  first_day: '2026-12-01',
  last_day: '2027-02-28',
  tasks: [
    { kind: 'visit', points: 5, per_day: 1, per_season: 90 },
    { kind: 'friend', points: 150, per_day: 5, per_season: 20 },
  ],
  streak: [1, 2, 3],
  points_per_unit: 100,
  minimum: 100,
  currency: 'EUR',
  per_person: '25.00',
  budget: '5000.00',
}

test('what is shown to edit is sent back unchanged', () => {
  expect(bodyOf(valuesOf(content), 'EUR')).toEqual(content)
})

test('text that is no number becomes zero, which the server refuses by the rule of the field', () => {
  const values = valuesOf(content)
  const body = bodyOf({ ...values, minimum: 'ten', streak: '1;x  3', budget: ' 12,5 ' }, 'EUR')
  expect([body.minimum, body.streak, body.budget]).toEqual([0, [1, 0, 3], '12.5'])
  values.tasks.visit.isOn = false
  expect(bodyOf(values, 'EUR').tasks.map(({ kind }) => kind)).toEqual(['friend'])
})
