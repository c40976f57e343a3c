import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Stops an ext4 file system as a power cut does: nothing that was not flushed reaches the disk (EXT4_IOC_SHUTDOWN, no log flush). */
const CUT = 'open(my $d, "<", $ARGV[0]) or die $!; my $f = pack("L", 2); ioctl($d, 0x8004587d, $f) or die $!'

/** A file system of its own in a file, whose power can be cut. */
export class DiskImage {
  readonly mountPoint: string
  readonly #image: string

  /** Undefined with a reason when this machine does not allow it. */
  static make(folder: string): DiskImage | string {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a disk image needs Linux and root'
    for (const tool of ['mkfs.ext4', 'mount', 'perl']) if (spawnSync('which', [tool]).status !== 0) return `${tool} is missing`
    const disk = new DiskImage(folder)
    try {
      execFileSync('truncate', ['-s', '256M', disk.#image])
      execFileSync('mkfs.ext4', ['-q', disk.#image])
      disk.plugIn()
      disk.cutPower()
      disk.unplug()
      disk.plugIn()
      return disk
    } catch (error) {
      disk.unplug()
      return `a loop-mounted ext4 image cannot be cut off here: ${String(error).split('\n')[0]}`
    }
  }

  private constructor(folder: string) {
    this.#image = join(folder, 'disk.img')
    this.mountPoint = join(folder, 'disk')
    mkdirSync(this.mountPoint, { recursive: true })
  }

  plugIn(): void {
    execFileSync('mount', ['-o', 'loop', this.#image, this.mountPoint], { stdio: 'pipe' })
  }

  cutPower(): void {
    execFileSync('perl', ['-e', CUT, this.mountPoint], { stdio: 'pipe' })
  }

  /** Everything so far is on the disk. */
  flush(): void {
    execFileSync('sync', ['-f', this.mountPoint])
  }

  unplug(): void {
    spawnSync('umount', [this.mountPoint])
  }
}
