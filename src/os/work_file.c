/* SPDX-License-Identifier: MIT */
/* work_file.c - see work_file.h. */
#include "os/work_file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "os/os_calls.h"

int work_file_open(const char *path, bool writable)
{
    int flags = writable ? O_RDWR | O_CREAT : O_RDONLY;
    return open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0666);
}

int work_file_share(int file)
{
    return fcntl(file, F_DUPFD_CLOEXEC, 0);
}

void work_file_close(int file)
{
    close(file);
}

bool work_file_read(int file, void *bytes, uint64_t n, uint64_t offset)
{
    for (uint64_t done = 0; done < n;) {
        ssize_t some =
            pread(file, (char *)bytes + done, n - done, (off_t)(offset + done));
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0) {
            errno = some ? errno : EIO;
            return false;
        }
        done += (uint64_t)some;
    }
    return true;
}

bool work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset)
{
    for (uint64_t done = 0; done < n;) {
        ssize_t some =
            pwrite(file, (const char *)bytes + done, n - done, (off_t)(offset + done));
        if (some < 0 && errno != EINTR)
            return false;
        done += some > 0 ? (uint64_t)some : 0;
    }
    return true;
}

bool work_file_resize(int file, uint64_t bytes)
{
    return ftruncate(file, (off_t)bytes) == 0;
}

uint64_t work_file_size(int file)
{
    struct stat there;
    return fstat(file, &there) == 0 ? (uint64_t)there.st_size : 0;
}

bool work_file_sync(int file)
{
    return os_fsync(file);
}
