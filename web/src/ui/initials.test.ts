import { expect, it } from 'vitest'
import { initialsOf } from './initials'

it.each([
  ['Olena Kovalenko', 'OK'],
  ['Ольга Петрівна Іваненко', 'ОІ'],
  ['  anna ', 'A'],
  ['olena.kovalenko@example.com', 'O'],
  ['😀 Zoe', 'Z'],
  ['', ''],
])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
