import { expect, test } from 'vitest'
import { contrast } from '../../theme/colours'
import { markOf } from './shopColour'

test('the initial of a shop is legible on any colour', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const { background, color } = markOf(`#${red}${green}${blue}`)
        expect(contrast(background, color), `#${red}${green}${blue}`).toBeGreaterThanOrEqual(4.5)
      }
})
