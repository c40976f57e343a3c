import { describe, expect, it } from 'vitest'
import { createSharedNumbers, JobControl, JobPulse, JobStopped } from './job-control.ts'

const ALLOWED_MS = 250

function spend(ms: number): void {
  for (const end = Date.now() + ms; Date.now() < end; );
}

describe('the pulse of a job', () => {
  it('stops the job once its matching has taken longer than it may, and not for time spent elsewhere', () => {
    const pulse = new JobPulse(createSharedNumbers(), ALLOWED_MS)
    spend(ALLOWED_MS + 50)
    expect(pulse.matching(() => 'found')).toBe('found')
    expect(() => pulse.matching(() => spend(ALLOWED_MS + 50))).toThrow(new JobStopped('slow'))
  })

  it('adds up many short matches', () => {
    const pulse = new JobPulse(createSharedNumbers(), ALLOWED_MS)
    const many = () => {
      for (let file = 0; file < 10; file++) pulse.matching(() => spend(ALLOWED_MS / 5))
    }
    expect(many).toThrow(new JobStopped('slow'))
  })

  it('stops the job between two files when nobody waits any more', async () => {
    const shared = createSharedNumbers()
    const pulse = new JobPulse(shared)
    await pulse.rest()
    new JobControl(shared).cancel()
    await expect(pulse.rest()).rejects.toThrow(new JobStopped('cancelled'))
  })
})
